package io.firn.codec.json;

import io.firn.model.SortField;
import io.firn.model.SortField.Direction;
import io.firn.model.SortField.NullOrder;
import io.firn.model.SortOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Sort orders as JSON (spec: Sorting). */
final class SortOrderJson {
  private SortOrderJson() {}

  static void write(JsonOut out, SortOrder order, UnknownFields unknown) {
    String path = path(order.orderId());
    out.object(
        () -> {
          out.number("order-id", order.orderId());
          out.array(
              "fields",
              () -> {
                for (int i = 0; i < order.fields().size(); i++) {
                  writeField(out, order.fields().get(i), path + "/fields/" + i, unknown);
                }
              });
          unknown.write(out, path);
        });
  }

  private static void writeField(JsonOut out, SortField field, String path, UnknownFields unknown) {
    out.object(
        () -> {
          out.text("transform", field.transform().toString());
          SpecJson.writeSourceIds(out, field.sourceIds());
          out.text("direction", field.direction().text());
          out.text("null-order", field.nullOrder().text());
          unknown.write(out, path);
        });
  }

  static SortOrder read(JsonObject object, Map<String, String> unknown) {
    int orderId = object.intValue("order-id");
    List<SortField> fields = new ArrayList<>();
    object.objects(
        "fields",
        field -> {
          String path = path(orderId) + "/fields/" + fields.size();
          return fields.add(readField(field, path, unknown));
        });
    object.keepRest(path(orderId), unknown);
    return new SortOrder(orderId, fields);
  }

  private static SortField readField(JsonObject object, String path, Map<String, String> unknown) {
    SortField field =
        new SortField(
            SpecJson.sourceIds(object),
            SpecJson.transform(object),
            object.parse(
                "direction", object.text("direction"), "asc or desc", SortOrderJson::direction),
            object.parse(
                "null-order",
                object.text("null-order"),
                "nulls-first or nulls-last",
                SortOrderJson::nullOrder));
    object.keepRest(path, unknown);
    return field;
  }

  private static Direction direction(String text) {
    return Direction.valueOf(text.toUpperCase(Locale.ROOT));
  }

  private static NullOrder nullOrder(String text) {
    return NullOrder.valueOf(text.toUpperCase(Locale.ROOT).replace('-', '_'));
  }

  private static String path(int orderId) {
    return "/sort-orders/" + orderId;
  }
}

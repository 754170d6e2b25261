package io.firn.spark.read;

import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.iceberg.StructLike;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import scala.jdk.javaapi.CollectionConverters;

/** Values of Spark and of Iceberg's generic reader as the same text when they are the same. */
public final class Canonical {
  private Canonical() {}

  /** Rows as sorted text. */
  public static List<String> rows(Dataset<Row> data) {
    List<String> rows = new ArrayList<>();
    data.collectAsList().forEach(row -> rows.add(text(row)));
    rows.sort(null);
    return rows;
  }

  public static String text(Object value) {
    if (value == null) {
      return "null";
    }
    if (value instanceof Row row) {
      List<String> fields = new ArrayList<>();
      for (int i = 0; i < row.size(); i++) {
        fields.add(text(row.get(i)));
      }
      return fields.toString();
    }
    if (value instanceof StructLike struct) {
      List<String> fields = new ArrayList<>();
      for (int i = 0; i < struct.size(); i++) {
        fields.add(text(struct.get(i, Object.class)));
      }
      return fields.toString();
    }
    if (value instanceof scala.collection.Map<?, ?> map) {
      return text(CollectionConverters.asJava(map));
    }
    if (value instanceof scala.collection.Seq<?> seq) {
      return text(CollectionConverters.asJava(seq));
    }
    if (value instanceof Map<?, ?> map) {
      Map<String, String> sorted = new TreeMap<>();
      map.forEach((k, v) -> sorted.put(text(k), text(v)));
      return sorted.toString();
    }
    if (value instanceof List<?> list) {
      return list.stream().map(Canonical::text).toList().toString();
    }
    return scalar(value);
  }

  private static String scalar(Object value) {
    if (value instanceof byte[] bytes) {
      return HexFormat.of().formatHex(bytes);
    }
    if (value instanceof ByteBuffer buffer) {
      byte[] bytes = new byte[buffer.remaining()];
      buffer.duplicate().get(bytes);
      return HexFormat.of().formatHex(bytes);
    }
    if (value instanceof OffsetDateTime time) {
      return time.toInstant().toString();
    }
    if (value instanceof Instant instant) {
      return instant.toString();
    }
    return value instanceof BigDecimal decimal ? decimal.toPlainString() : value.toString();
  }
}

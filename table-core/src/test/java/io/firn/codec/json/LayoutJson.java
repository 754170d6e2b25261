package io.firn.codec.json;

import io.firn.model.SortOrder;
import io.firn.partition.PartitionSpec;

/** Whole specs and sort orders as JSON, to hand them to Iceberg. */
public final class LayoutJson {
  private LayoutJson() {}

  public static String write(PartitionSpec spec) {
    return JsonOut.text(out -> SpecJson.write(out, spec, UnknownFields.none()));
  }

  public static String write(SortOrder order) {
    return JsonOut.text(out -> SortOrderJson.write(out, order, UnknownFields.none()));
  }
}

package io.firn.partition;

import io.firn.types.Schema;
import io.firn.types.SimpleType;
import io.firn.types.StructValue;
import io.firn.types.Type;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;

/** A partition as it stands in paths: {@code day=2017-11-16/city=Z%C3%BCrich}. */
final class PartitionPath {
  private PartitionPath() {}

  static String of(PartitionSpec spec, Schema schema, StructValue partition) {
    StringBuilder path = new StringBuilder();
    for (int i = 0; i < spec.fields().size(); i++) {
      PartitionField field = spec.fields().get(i);
      Type source = schema.field(field.sourceId()).map(f -> f.type()).orElse(SimpleType.UNKNOWN);
      path.append(i == 0 ? "" : "/")
          .append(escape(field.name()))
          .append('=')
          .append(escape(field.transform().humanString(source, partition.at(i))));
    }
    return path.toString();
  }

  private static String escape(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }
}

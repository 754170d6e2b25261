package io.firn.scan;

import io.firn.error.CorruptFileException;
import io.firn.model.FieldSummary;
import io.firn.model.ManifestFile;
import io.firn.partition.PartitionKey;
import io.firn.partition.PartitionSpec;
import io.firn.types.Field;
import io.firn.types.PrimitiveType;
import io.firn.types.Schema;
import io.firn.types.SimpleType;
import io.firn.types.SingleValue;
import io.firn.types.StructValue;
import io.firn.types.ValueOrder;
import java.nio.ByteBuffer;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Decides from a manifest's partition summaries whether it may list files of given partitions. */
public final class PartitionPresence {
  private final PartitionSpec spec;
  private final List<Field> fields;
  private final List<StructValue> tuples;

  /** For the manifests of one spec; partitions of other specs are passed over. */
  public PartitionPresence(PartitionSpec spec, Schema schema, Collection<PartitionKey> partitions) {
    this.spec = spec;
    this.fields = spec.partitionType(schema).fields();
    this.tuples =
        partitions.stream()
            .filter(p -> p.specId() == spec.specId())
            .map(PartitionKey::partition)
            .distinct()
            .toList();
  }

  /** False only if the manifest lists no file of any of the partitions. */
  public boolean mayHold(ManifestFile manifest) {
    if (manifest.partitionSpecId() != spec.specId() || tuples.isEmpty()) {
      return false;
    }
    if (manifest.partitions().isEmpty()) {
      return true;
    }
    List<FieldSummary> summaries = manifest.partitions().get();
    if (summaries.size() != fields.size()) {
      throw new CorruptFileException(
          manifest.manifestPath(),
          -1,
          "its manifest list has summaries of %d partition fields, but spec %d has %d"
              .formatted(summaries.size(), spec.specId(), fields.size()));
    }
    return tuples.stream().anyMatch(tuple -> mayHold(summaries, tuple));
  }

  private boolean mayHold(List<FieldSummary> summaries, StructValue tuple) {
    for (int i = 0; i < summaries.size(); i++) {
      if (!mayHold(summaries.get(i), fields.get(i), tuple.at(i))) {
        return false;
      }
    }
    return true;
  }

  private static boolean mayHold(FieldSummary summary, Field field, @Nullable Object value) {
    if (value == null) {
      return summary.containsNull();
    }
    if (isNan(value)) {
      return summary.containsNan().orElse(true);
    }
    if (field.type() == SimpleType.UNKNOWN || !(field.type() instanceof PrimitiveType type)) {
      return true;
    }
    if (summary.lowerBound().isEmpty() || summary.upperBound().isEmpty()) {
      return false;
    }
    return ValueOrder.of(type).compare(value, bound(type, summary.lowerBound().get())) >= 0
        && ValueOrder.of(type).compare(value, bound(type, summary.upperBound().get())) <= 0;
  }

  private static Object bound(PrimitiveType type, ByteBuffer bytes) {
    return SingleValue.fromBytes(type, bytes);
  }

  private static boolean isNan(Object value) {
    return (value instanceof Float f && f.isNaN()) || (value instanceof Double d && d.isNaN());
  }
}

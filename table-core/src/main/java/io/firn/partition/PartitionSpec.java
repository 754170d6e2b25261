package io.firn.partition;

import io.firn.types.Field;
import io.firn.types.Schema;
import io.firn.types.SimpleType;
import io.firn.types.StructType;
import io.firn.types.StructValue;
import io.firn.types.Type;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * How the rows of a data file were partitioned. Spec id 0 without fields is the usual unpartitioned
 * spec.
 */
public record PartitionSpec(int specId, List<PartitionField> fields) {
  /** Ids of partition fields start above this one. */
  public static final int NO_FIELD_ID = 999;

  public PartitionSpec {
    fields = List.copyOf(fields);
  }

  public static PartitionSpec unpartitioned() {
    return new PartitionSpec(0, List.of());
  }

  /** No field, or only void ones. */
  public boolean isUnpartitioned() {
    return fields.stream().allMatch(f -> f.transform() instanceof VoidTransform);
  }

  /**
   * The struct of a partition tuple: one optional field a partition field, with the partition
   * field's id. A source column that the schema no longer has counts as {@code unknown}, so that
   * old specs stay readable.
   */
  public StructType partitionType(Schema schema) {
    List<Field> types = new ArrayList<>(fields.size());
    for (PartitionField field : fields) {
      Optional<Type> source = schema.field(field.sourceId()).map(Field::type);
      Type result = source.map(t -> field.transform().resultType(t)).orElse(SimpleType.UNKNOWN);
      types.add(Field.optional(field.fieldId(), field.name(), result));
    }
    return new StructType(types);
  }

  /**
   * The partition as it stands in paths and in snapshot summaries, URL-encoded: {@code
   * day=2017-11-16/city=Z%C3%BCrich}; empty without fields.
   */
  public String partitionPath(Schema schema, StructValue partition) {
    return PartitionPath.of(this, schema, partition);
  }

  /** The highest partition field id, {@link #NO_FIELD_ID} when there is none. */
  public int highestFieldId() {
    return fields.stream().mapToInt(PartitionField::fieldId).max().orElse(NO_FIELD_ID);
  }

  /** Same fields in the same order, whatever the spec id and the partition field ids. */
  public boolean isCompatibleWith(PartitionSpec other) {
    if (fields.size() != other.fields.size()) {
      return false;
    }
    for (int i = 0; i < fields.size(); i++) {
      PartitionField a = fields.get(i);
      PartitionField b = other.fields.get(i);
      boolean same =
          a.sourceIds().equals(b.sourceIds())
              && a.name().equals(b.name())
              && a.transform().equals(b.transform());
      if (!same) {
        return false;
      }
    }
    return true;
  }

  public PartitionSpec withSpecId(int id) {
    return new PartitionSpec(id, fields);
  }
}

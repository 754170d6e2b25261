package io.firn.operation;

import io.firn.error.InvalidInputException;
import io.firn.partition.BucketTransform;
import io.firn.partition.IdentityTransform;
import io.firn.partition.PartitionField;
import io.firn.partition.PartitionSpec;
import io.firn.partition.TimeTransform;
import io.firn.partition.Transform;
import io.firn.partition.TruncateTransform;
import io.firn.partition.VoidTransform;
import io.firn.types.Field;
import io.firn.types.Schema;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/** Names and ids of partition fields. */
final class SpecRules {
  private SpecRules() {}

  /** The name of a field whose author gave none. */
  static String defaultName(String column, Transform transform) {
    if (transform instanceof IdentityTransform) {
      return column;
    }
    if (transform instanceof BucketTransform bucket) {
      return column + "_bucket_" + bucket.numBuckets();
    }
    if (transform instanceof TruncateTransform truncate) {
      return column + "_trunc_" + truncate.width();
    }
    if (transform instanceof VoidTransform) {
      return column + "_null";
    }
    if (transform instanceof TimeTransform) {
      return column + "_" + transform;
    }
    throw new InvalidInputException(
        "Cannot partition by " + column + " with the unknown transform " + transform);
  }

  /**
   * A name may be used once; the name of a column only for that column's own value (a dropped field
   * of a v1 table keeps its name, too).
   */
  static void requireValidNames(PartitionSpec spec, Schema schema) {
    Set<String> names = new HashSet<>();
    for (PartitionField field : spec.fields()) {
      String name = field.name();
      if (name.isEmpty()) {
        throw new InvalidInputException("A partition field needs a name");
      }
      if (!names.add(name)) {
        throw new InvalidInputException("Two partition fields are named " + name);
      }
      Optional<Field> column = schema.field(name);
      if (column.isPresent() && column.get().id() != field.sourceId()) {
        throw new InvalidInputException(
            "Cannot name a partition field "
                + name
                + ": the table has another column of that name; give the field another one");
      }
    }
  }

  /**
   * The spec with field ids: that of an equal field of a former spec, else the next one after
   * {@code lastPartitionId}.
   */
  static PartitionSpec numbered(
      PartitionSpec spec, List<PartitionSpec> former, int lastPartitionId) {
    int last = lastPartitionId;
    List<PartitionField> fields = new ArrayList<>();
    for (PartitionField field : spec.fields()) {
      OptionalInt same = formerFieldId(field, former);
      int id = same.isPresent() ? same.getAsInt() : ++last;
      fields.add(new PartitionField(field.sourceIds(), id, field.name(), field.transform()));
    }
    return new PartitionSpec(spec.specId(), fields);
  }

  private static OptionalInt formerFieldId(PartitionField field, List<PartitionSpec> former) {
    return former.stream()
        .flatMap(s -> s.fields().stream())
        .filter(f -> isEqual(f, field.sourceIds(), field.transform()))
        .mapToInt(PartitionField::fieldId)
        .max();
  }

  /** The same transform, or two time transforms, of one column in one statement help nobody. */
  static void requireNotRedundant(List<PartitionField> added) {
    Set<String> seen = new HashSet<>();
    for (PartitionField field : added) {
      Transform transform = field.transform();
      String kind = transform instanceof TimeTransform ? "time" : transform.toString();
      if (!seen.add(field.sourceIds() + " " + kind)) {
        throw new InvalidInputException(
            "Partition field "
                + field.name()
                + " is redundant: another field has the same column and "
                + (transform instanceof TimeTransform ? "a time" : "the same")
                + " transform");
      }
    }
  }

  /** Whether a field has this source and transform, whatever its name. */
  static boolean isEqual(PartitionField field, List<Integer> sourceIds, Transform transform) {
    return field.sourceIds().equals(sourceIds) && field.transform().equals(transform);
  }
}

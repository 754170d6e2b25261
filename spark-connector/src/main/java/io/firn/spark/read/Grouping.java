package io.firn.spark.read;

import io.firn.partition.PartitionField;
import io.firn.partition.PartitionSpec;
import io.firn.partition.Transform;
import io.firn.partition.TruncateTransform;
import io.firn.partition.UnknownTransform;
import io.firn.partition.VoidTransform;
import io.firn.scan.FileTask;
import io.firn.spark.convert.SparkExpressions;
import io.firn.spark.convert.SparkValues;
import io.firn.types.Field;
import io.firn.types.Schema;
import io.firn.types.StructValue;
import io.firn.types.Type;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.connector.expressions.Expression;
import org.jspecify.annotations.Nullable;

/**
 * Groups files by the partition fields that all specs in use share, so that Spark can join and
 * aggregate partition by partition without a shuffle.
 */
final class Grouping {
  private final Schema schema;
  private final List<PartitionField> keys;
  private final Map<Integer, int[]> positionsBySpec = new HashMap<>();

  private Grouping(Schema schema, List<PartitionField> keys) {
    this.schema = schema;
    this.keys = keys;
  }

  /** Only fields whose source column is in the result can serve as keys. */
  static Grouping of(
      Schema schema, Collection<Integer> resultIds, Collection<PartitionSpec> specs) {
    List<PartitionField> keys = new ArrayList<>();
    if (!specs.isEmpty()) {
      specs.iterator().next().fields().stream()
          .filter(field -> isKey(field, schema, resultIds))
          .filter(field -> specs.stream().allMatch(spec -> position(spec, field) >= 0))
          .sorted(Comparator.comparingInt(PartitionField::fieldId))
          .forEach(keys::add);
    }
    Grouping grouping = new Grouping(schema, keys);
    for (PartitionSpec spec : specs) {
      grouping.positionsBySpec.put(
          spec.specId(), keys.stream().mapToInt(key -> position(spec, key)).toArray());
    }
    return grouping;
  }

  private static boolean isKey(PartitionField field, Schema schema, Collection<Integer> resultIds) {
    return !(field.transform() instanceof VoidTransform)
        && !(field.transform() instanceof UnknownTransform)
        && schema.field(field.sourceId()).isPresent()
        && schema.parentId(field.sourceId()).isEmpty()
        && resultIds.contains(field.sourceId());
  }

  private static int position(PartitionSpec spec, PartitionField key) {
    for (int i = 0; i < spec.fields().size(); i++) {
      PartitionField field = spec.fields().get(i);
      if (field.fieldId() == key.fieldId() && field.transform().equals(key.transform())) {
        return i;
      }
    }
    return -1;
  }

  boolean isEmpty() {
    return keys.isEmpty();
  }

  /** Spark shuffles in spite of a key that has a number as an argument, but for buckets. */
  boolean isJoinable() {
    return keys.stream().noneMatch(key -> key.transform() instanceof TruncateTransform);
  }

  /** The columns and their transforms. */
  List<KeyedFiles.Key> keys() {
    return keys.stream()
        .map(
            key ->
                new KeyedFiles.Key(
                    schema.field(key.sourceId()).orElseThrow().name(), key.transform()))
        .toList();
  }

  /** The keys as expressions on the table's columns. */
  Expression[] expressions() {
    return keys.stream()
        .map(key -> SparkExpressions.transformed(schema, key.sourceId(), key.transform()))
        .toArray(Expression[]::new);
  }

  /** The files by the values of the keys. */
  Map<StructValue, List<FileTask>> group(List<FileTask> tasks) {
    Map<StructValue, List<FileTask>> groups = new LinkedHashMap<>();
    for (FileTask task : tasks) {
      groups.computeIfAbsent(key(task), k -> new ArrayList<>()).add(task);
    }
    return groups;
  }

  private StructValue key(FileTask task) {
    int[] positions = java.util.Objects.requireNonNull(positionsBySpec.get(task.file().specId()));
    @Nullable Object[] values = new Object[positions.length];
    for (int i = 0; i < positions.length; i++) {
      values[i] = task.file().partition().at(positions[i]);
    }
    return StructValue.of(values);
  }

  /** A group's key in Catalyst's form. */
  InternalRow row(StructValue key) {
    @Nullable Object[] values = new Object[keys.size()];
    for (int i = 0; i < values.length; i++) {
      Field source = schema.field(keys.get(i).sourceId()).orElseThrow();
      Transform transform = keys.get(i).transform();
      Type type = transform.resultType(source.type());
      values[i] = SparkValues.toSpark(type, key.at(i));
    }
    return new GenericInternalRow(values);
  }
}

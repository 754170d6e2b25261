package io.firn.spark.read;

import io.firn.scan.FileTask;
import io.firn.spark.convert.SparkTypes;
import io.firn.spark.convert.SparkValues;
import io.firn.types.Field;
import io.firn.types.PrimitiveType;
import io.firn.types.Schema;
import io.firn.types.SimpleType;
import io.firn.types.Type;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.connector.expressions.Expression;
import org.apache.spark.sql.connector.expressions.NamedReference;
import org.apache.spark.sql.connector.expressions.aggregate.AggregateFunc;
import org.apache.spark.sql.connector.expressions.aggregate.Aggregation;
import org.apache.spark.sql.connector.expressions.aggregate.Count;
import org.apache.spark.sql.connector.expressions.aggregate.CountStar;
import org.apache.spark.sql.connector.expressions.aggregate.Max;
import org.apache.spark.sql.connector.expressions.aggregate.Min;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;

/**
 * {@code COUNT}, {@code MIN} and {@code MAX} answered from manifests, also grouped by columns that
 * all files are partitioned by.
 */
final class AggregatePushDown {
  private final List<Field> groups;
  private final List<MetadataAggregate> aggregates;
  private final PartitionValues partitions;

  private AggregatePushDown(
      List<Field> groups, List<MetadataAggregate> aggregates, PartitionValues partitions) {
    this.groups = groups;
    this.aggregates = aggregates;
    this.partitions = partitions;
  }

  /** Empty if an aggregate or a group is of a kind that metadata never tells. */
  static Optional<AggregatePushDown> of(
      Aggregation aggregation, Schema schema, PartitionValues partitions) {
    List<Field> groups = new ArrayList<>();
    for (Expression expression : aggregation.groupByExpressions()) {
      Optional<Field> column =
          column(expression, schema)
              .filter(AggregatePushDown::isGroupKey)
              .filter(field -> partitions.alwaysKnows(field.id()));
      if (column.isEmpty()) {
        return Optional.empty();
      }
      groups.add(column.get());
    }
    List<MetadataAggregate> aggregates = new ArrayList<>();
    for (AggregateFunc function : aggregation.aggregateExpressions()) {
      Optional<MetadataAggregate> aggregate = aggregate(function, schema, partitions);
      if (aggregate.isEmpty()) {
        return Optional.empty();
      }
      aggregates.add(aggregate.get());
    }
    return Optional.of(new AggregatePushDown(groups, aggregates, partitions));
  }

  private static Optional<MetadataAggregate> aggregate(
      AggregateFunc function, Schema schema, PartitionValues partitions) {
    if (function instanceof CountStar) {
      return Optional.of(new MetadataAggregate.CountRows());
    }
    if (function instanceof Count count && !count.isDistinct()) {
      return column(count.column(), schema)
          .map(field -> new MetadataAggregate.CountValues(field, partitions));
    }
    if (function instanceof Min min) {
      return extreme(min.column(), schema, MetadataAggregate.Extreme.End.MIN, partitions);
    }
    if (function instanceof Max max) {
      return extreme(max.column(), schema, MetadataAggregate.Extreme.End.MAX, partitions);
    }
    return Optional.empty();
  }

  private static Optional<MetadataAggregate> extreme(
      Expression expression,
      Schema schema,
      MetadataAggregate.Extreme.End end,
      PartitionValues partitions) {
    return column(expression, schema)
        .filter(
            field ->
                MetadataAggregate.Extreme.isExact(field.type())
                    || (isOrdered(field) && partitions.alwaysKnows(field.id())))
        .map(field -> new MetadataAggregate.Extreme(field, end, partitions));
  }

  /** Spark groups -0.0 with 0.0, partitions do not. */
  private static boolean isGroupKey(Field field) {
    return field.type() != SimpleType.FLOAT && field.type() != SimpleType.DOUBLE;
  }

  /** Whether partition values of the type are ordered as Spark orders the column's. */
  private static boolean isOrdered(Field field) {
    return field.type() != SimpleType.UUID && field.type() != SimpleType.UNKNOWN;
  }

  /** A top-level column of a primitive type. */
  private static Optional<Field> column(Expression expression, Schema schema) {
    if (!(expression instanceof NamedReference reference) || reference.fieldNames().length != 1) {
      return Optional.empty();
    }
    String name = reference.fieldNames()[0];
    return schema
        .struct()
        .field(name)
        .or(() -> schema.struct().fieldIgnoringCase(name))
        .filter(field -> field.type() instanceof PrimitiveType);
  }

  /** Whether it is just the number of all rows. */
  boolean isRowCount() {
    return groups.isEmpty() && countsRowsOnly();
  }

  /** Whether deletes leave a chance of an answer. */
  boolean countsRowsOnly() {
    return aggregates.stream().allMatch(MetadataAggregate.CountRows.class::isInstance);
  }

  /**
   * The result if every file's metadata tells its part.
   *
   * @param liveRows how many rows of a file are not deleted, if that is known
   */
  Optional<List<InternalRow>> rows(
      List<FileTask> tasks, Function<FileTask, OptionalLong> liveRows) {
    Map<List<@Nullable Object>, List<MetadataAggregate>> byGroup = new LinkedHashMap<>();
    if (groups.isEmpty()) {
      byGroup.put(List.of(), fresh());
    }
    for (FileTask task : tasks) {
      OptionalLong live = liveRows.apply(task);
      if (live.isPresent() && live.getAsLong() == 0) {
        continue; // A group without rows is none.
      }
      if (groups.stream().anyMatch(group -> !partitions.knows(task.file(), group.id()))) {
        return Optional.empty();
      }
      List<@Nullable Object> key = new ArrayList<>();
      groups.forEach(group -> key.add(partitions.value(task.file(), group)));
      for (MetadataAggregate aggregate : byGroup.computeIfAbsent(key, k -> fresh())) {
        if (!aggregate.add(task, live)) {
          return Optional.empty();
        }
      }
    }
    List<InternalRow> rows = new ArrayList<>();
    byGroup.forEach((key, values) -> rows.add(row(key, values)));
    return Optional.of(rows);
  }

  /** The result when the number of rows is known. */
  InternalRow rowOfCount(long count) {
    Object[] values = new Object[aggregates.size()];
    java.util.Arrays.fill(values, count);
    return new GenericInternalRow(values);
  }

  private List<MetadataAggregate> fresh() {
    return aggregates.stream().map(MetadataAggregate::fresh).toList();
  }

  private InternalRow row(List<@Nullable Object> key, List<MetadataAggregate> results) {
    @Nullable Object[] values = new Object[groups.size() + results.size()];
    for (int i = 0; i < groups.size(); i++) {
      values[i] = SparkValues.toSpark(groups.get(i).type(), key.get(i));
    }
    for (int i = 0; i < results.size(); i++) {
      values[groups.size() + i] =
          SparkValues.toSpark(type(results.get(i)), results.get(i).result());
    }
    return new GenericInternalRow(values);
  }

  private static Type type(MetadataAggregate aggregate) {
    return aggregate instanceof MetadataAggregate.Extreme extreme
        ? extreme.column().orElseThrow().type()
        : SimpleType.LONG;
  }

  /** The columns of {@link #rows}: groups, then aggregates. */
  StructType resultSchema() {
    List<StructField> fields = new ArrayList<>();
    for (Field group : groups) {
      DataType type = SparkTypes.toSpark(group.type(), group.name());
      fields.add(DataTypes.createStructField(group.name(), type, true));
    }
    for (int i = 0; i < aggregates.size(); i++) {
      DataType type = SparkTypes.toSpark(type(aggregates.get(i)), "aggregate");
      fields.add(DataTypes.createStructField("agg_" + i, type, true));
    }
    return DataTypes.createStructType(fields);
  }
}

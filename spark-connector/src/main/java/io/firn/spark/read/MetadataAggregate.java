package io.firn.spark.read;

import io.firn.model.ColumnStats;
import io.firn.model.DataFile;
import io.firn.scan.FileTask;
import io.firn.types.DecimalType;
import io.firn.types.Field;
import io.firn.types.PrimitiveType;
import io.firn.types.SimpleType;
import io.firn.types.SingleValue;
import io.firn.types.Type;
import io.firn.types.ValueOrder;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** An aggregate that is computed of what manifests say of files. */
sealed interface MetadataAggregate {

  /**
   * Takes a file in; false if its metadata does not tell.
   *
   * @param liveRows how many of its rows are not deleted, if that is known
   */
  boolean add(FileTask task, OptionalLong liveRows);

  /** The result in Firn's form; null if no value came in. */
  @Nullable Object result();

  /** An aggregate of the same kind that nothing was added to. */
  MetadataAggregate fresh();

  /** The column that is aggregated; empty for all of a row. */
  Optional<Field> column();

  /** {@code COUNT(*)}. */
  final class CountRows implements MetadataAggregate {
    private long count;

    @Override
    public boolean add(FileTask task, OptionalLong liveRows) {
      count += liveRows.orElse(0);
      return liveRows.isPresent();
    }

    @Override
    public Object result() {
      return count;
    }

    @Override
    public MetadataAggregate fresh() {
      return new CountRows();
    }

    @Override
    public Optional<Field> column() {
      return Optional.empty();
    }
  }

  /** {@code COUNT(column)}. */
  final class CountValues implements MetadataAggregate {
    private final Field field;
    private final PartitionValues partitions;
    private long count;

    CountValues(Field field, PartitionValues partitions) {
      this.field = field;
      this.partitions = partitions;
    }

    @Override
    public boolean add(FileTask task, OptionalLong liveRows) {
      if (task.hasDeletes()) {
        return false;
      }
      DataFile file = task.file();
      if (partitions.knows(file, field.id())) {
        count += partitions.value(file, field) == null ? 0 : file.recordCount();
        return true;
      }
      Long nulls = file.stats().nullValueCounts().get(field.id());
      if (nulls == null) {
        return false;
      }
      count += file.recordCount() - nulls;
      return true;
    }

    @Override
    public Object result() {
      return count;
    }

    @Override
    public MetadataAggregate fresh() {
      return new CountValues(field, partitions);
    }

    @Override
    public Optional<Field> column() {
      return Optional.of(field);
    }
  }

  /**
   * {@code MIN} or {@code MAX}. Bounds of strings and binary values may be cut, so that only a
   * partition tells these; bounds of floating-point numbers leave NaN out, which Spark takes for
   * the largest, and don't tell -0.0 from 0.0.
   */
  final class Extreme implements MetadataAggregate {

    /** Which of the two. */
    enum End {
      MIN,
      MAX
    }

    private final Field field;
    private final End end;
    private final PartitionValues partitions;
    private @Nullable Object extreme;

    Extreme(Field field, End end, PartitionValues partitions) {
      this.field = field;
      this.end = end;
      this.partitions = partitions;
    }

    @Override
    public boolean add(FileTask task, OptionalLong liveRows) {
      if (task.hasDeletes()) {
        return false;
      }
      DataFile file = task.file();
      if (partitions.knows(file, field.id())) {
        Object value = partitions.value(file, field);
        return value == null || isSpecial(value) ? value == null : take(value);
      }
      return isExact(field.type()) && addStats(file);
    }

    private boolean addStats(DataFile file) {
      ColumnStats stats = file.stats();
      Long nulls = stats.nullValueCounts().get(field.id());
      if (nulls == null) {
        return false;
      }
      if (nulls == file.recordCount()) {
        return true;
      }
      boolean floating = field.type() == SimpleType.FLOAT || field.type() == SimpleType.DOUBLE;
      if (floating && !Long.valueOf(0).equals(stats.nanValueCounts().get(field.id()))) {
        return false;
      }
      Map<Integer, ByteBuffer> bounds = end == End.MIN ? stats.lowerBounds() : stats.upperBounds();
      ByteBuffer bound = bounds.get(field.id());
      if (bound == null) {
        return false;
      }
      Object value = SingleValue.fromBytes((PrimitiveType) field.type(), bound);
      return !isSpecial(value) && take(value);
    }

    private boolean take(Object value) {
      Object known = extreme;
      if (known == null) {
        extreme = value;
        return true;
      }
      int order = ValueOrder.of((PrimitiveType) field.type()).compare(value, known);
      if (end == End.MIN ? order < 0 : order > 0) {
        extreme = value;
      }
      return true;
    }

    private static boolean isSpecial(Object value) {
      return (value instanceof Float f && (f == 0.0f || f.isNaN()))
          || (value instanceof Double d && (d == 0.0d || d.isNaN()));
    }

    /** Whether a bound of the type is a value of the column. */
    static boolean isExact(Type type) {
      if (type instanceof SimpleType simple) {
        return switch (simple) {
          case BOOLEAN, INT, LONG, FLOAT, DOUBLE, DATE, TIMESTAMP, TIMESTAMPTZ -> true;
          default -> false;
        };
      }
      return type instanceof DecimalType;
    }

    @Override
    public @Nullable Object result() {
      return extreme;
    }

    @Override
    public MetadataAggregate fresh() {
      return new Extreme(field, end, partitions);
    }

    @Override
    public Optional<Field> column() {
      return Optional.of(field);
    }
  }
}

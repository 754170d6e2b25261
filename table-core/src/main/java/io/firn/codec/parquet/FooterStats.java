package io.firn.codec.parquet;

import io.firn.io.InputFile;
import io.firn.model.ColumnStats;
import io.firn.model.NameMapping;
import io.firn.types.Field;
import io.firn.types.PrimitiveType;
import io.firn.types.Schema;
import io.firn.types.SimpleType;
import io.firn.types.SingleValue;
import io.firn.types.ValueOrder;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.column.statistics.Statistics;
import org.apache.parquet.hadoop.metadata.BlockMetaData;
import org.apache.parquet.hadoop.metadata.ColumnChunkMetaData;
import org.apache.parquet.hadoop.metadata.ParquetMetadata;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.Type;

/** Adds up a footer's column chunks. Columns inside lists and maps have a size, and no more. */
public final class FooterStats {
  private final Schema schema;
  private final MetricsConfig config;
  private final MessageType message;
  private final BoundReader bounds;
  private final Map<Integer, Long> sizes = new HashMap<>();
  private final Map<Integer, Long> values = new HashMap<>();
  private final Map<Integer, Long> nulls = new HashMap<>();
  private final Map<Integer, Long> nans = new HashMap<>();
  private final Map<Integer, Object> lower = new HashMap<>();
  private final Map<Integer, Object> upper = new HashMap<>();
  private final Set<Integer> nullsUnknown = new HashSet<>();
  private final Set<Integer> boundsUnknown = new HashSet<>();

  private FooterStats(
      Schema schema, MetricsConfig config, MessageType message, BoundReader bounds) {
    this.schema = schema;
    this.config = config;
    this.message = message;
    this.bounds = bounds;
  }

  /** Makes a value of a column of what the statistics of its chunks have; empty if it cannot. */
  private interface BoundReader {
    Optional<Object> read(
        PrimitiveType type, org.apache.parquet.schema.PrimitiveType stored, Object statistic);
  }

  /**
   * The stats of a file with field ids. The writer tells of float and double columns, by field id;
   * those that it does not tell of have no NaN count, and bounds only if Parquet has them.
   */
  public static ParquetStats of(
      ParquetMetadata footer,
      Schema schema,
      MetricsConfig config,
      Map<Integer, FloatingColumn> floatingColumns) {
    FooterStats stats =
        new FooterStats(
            schema,
            config,
            footer.getFileMetaData().getSchema(),
            (type, stored, statistic) -> Optional.of(StoredValue.of(type, statistic)));
    return stats.of(footer, floatingColumns);
  }

  /**
   * The stats of a file that another program wrote, without NaN counts. A column has no bounds if
   * what is stored is not read as the table's type value by value.
   *
   * @param mapping for a file without field ids
   */
  public static ParquetStats ofForeign(
      InputFile file, Schema schema, MetricsConfig config, Optional<NameMapping> mapping) {
    ParquetMetadata footer = ParquetFooter.read(file);
    MessageType message = ParquetFieldIds.resolve(footer.getFileMetaData().getSchema(), mapping);
    return new FooterStats(schema, config, message, StoredValue::ofForeign).of(footer, Map.of());
  }

  private ParquetStats of(ParquetMetadata footer, Map<Integer, FloatingColumn> floatingColumns) {
    long rows = 0;
    List<Long> offsets = new ArrayList<>();
    for (BlockMetaData block : footer.getBlocks()) {
      rows += block.getRowCount();
      offsets.add(block.getStartingPos());
      block.getColumns().forEach(this::add);
    }
    offsets.sort(Comparator.naturalOrder());
    floatingColumns.forEach(this::add);
    return new ParquetStats(rows, result(), offsets);
  }

  private void add(ColumnChunkMetaData chunk) {
    ColumnDescriptor column = message.getColumnDescription(chunk.getPath().toArray());
    Type.ID id = column.getPrimitiveType().getId();
    if (id == null) {
      return;
    }
    int fieldId = id.intValue();
    if (config.mode(fieldId) instanceof MetricsMode.None) {
      return;
    }
    sizes.merge(fieldId, chunk.getTotalSize(), Long::sum);
    if (column.getMaxRepetitionLevel() > 0) {
      return;
    }
    values.merge(fieldId, chunk.getValueCount(), Long::sum);
    Statistics<?> statistics = chunk.getStatistics();
    if (statistics == null || !statistics.isNumNullsSet()) {
      nullsUnknown.add(fieldId);
    } else {
      nulls.merge(fieldId, statistics.getNumNulls(), Long::sum);
    }
    addBounds(fieldId, column.getPrimitiveType(), chunk, statistics);
  }

  private void addBounds(
      int fieldId,
      org.apache.parquet.schema.PrimitiveType stored,
      ColumnChunkMetaData chunk,
      Statistics<?> statistics) {
    Optional<Field> field = schema.field(fieldId);
    if (field.isEmpty()
        || !(field.get().type() instanceof PrimitiveType type)
        || statistics == null
        || config.mode(fieldId) instanceof MetricsMode.Counts) {
      boundsUnknown.add(fieldId);
      return;
    }
    if (!statistics.hasNonNullValue()) {
      boolean allNull =
          statistics.isNumNullsSet() && statistics.getNumNulls() == chunk.getValueCount();
      if (!allNull) {
        boundsUnknown.add(fieldId);
      }
      return;
    }
    Optional<Object> min = bounds.read(type, stored, statistics.genericGetMin());
    Optional<Object> max = bounds.read(type, stored, statistics.genericGetMax());
    if (min.isEmpty() || max.isEmpty() || isNan(min.get()) || isNan(max.get())) {
      boundsUnknown.add(fieldId);
      return;
    }
    Comparator<Object> order = ValueOrder.of(type);
    lower.merge(fieldId, min.get(), (a, b) -> order.compare(a, b) <= 0 ? a : b);
    upper.merge(fieldId, max.get(), (a, b) -> order.compare(a, b) >= 0 ? a : b);
  }

  /** What the writer saw is exact, so it stands in for the footer's bounds. */
  private void add(int fieldId, FloatingColumn column) {
    if (!values.containsKey(fieldId)) {
      return;
    }
    nans.put(fieldId, column.nanCount());
    if (config.mode(fieldId) instanceof MetricsMode.Counts) {
      return;
    }
    boundsUnknown.remove(fieldId);
    boolean isFloat = schema.field(fieldId).orElseThrow().type() == SimpleType.FLOAT;
    column.min().ifPresent(min -> lower.put(fieldId, floating(isFloat, min)));
    column.max().ifPresent(max -> upper.put(fieldId, floating(isFloat, max)));
  }

  private static Object floating(boolean isFloat, double value) {
    return isFloat ? (Object) (float) value : (Object) value;
  }

  private static boolean isNan(Object value) {
    return (value instanceof Float f && f.isNaN()) || (value instanceof Double d && d.isNaN());
  }

  private ColumnStats result() {
    nulls.keySet().removeAll(nullsUnknown);
    lower.keySet().removeAll(boundsUnknown);
    upper.keySet().removeAll(boundsUnknown);
    Map<Integer, ByteBuffer> lowerBytes = new HashMap<>();
    lower.forEach((id, value) -> lowerBytes.put(id, lowerBytes(id, value)));
    Map<Integer, ByteBuffer> upperBytes = new HashMap<>();
    upper.forEach(
        (id, value) -> upperBytes(id, value).ifPresent(bytes -> upperBytes.put(id, bytes)));
    return new ColumnStats(sizes, values, nulls, nans, lowerBytes, upperBytes);
  }

  private ByteBuffer lowerBytes(int fieldId, Object value) {
    PrimitiveType type = type(fieldId);
    Object bound =
        config.mode(fieldId) instanceof MetricsMode.Truncate truncate
            ? BoundTruncation.lower(type, value, truncate.length())
            : value;
    return SingleValue.toBytes(type, bound);
  }

  private Optional<ByteBuffer> upperBytes(int fieldId, Object value) {
    PrimitiveType type = type(fieldId);
    Optional<Object> bound =
        config.mode(fieldId) instanceof MetricsMode.Truncate truncate
            ? BoundTruncation.upper(type, value, truncate.length())
            : Optional.of(value);
    return bound.map(v -> SingleValue.toBytes(type, v));
  }

  private PrimitiveType type(int fieldId) {
    return (PrimitiveType) schema.field(fieldId).orElseThrow().type();
  }
}

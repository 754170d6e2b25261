package io.firn.codec.parquet;

import static io.firn.model.TableProperties.METRICS_COLUMN_MODE_PREFIX;
import static io.firn.model.TableProperties.METRICS_DEFAULT_MODE;
import static io.firn.model.TableProperties.METRICS_DEFAULT_MODE_DEFAULT;
import static io.firn.model.TableProperties.METRICS_MAX_INFERRED_COLUMNS;
import static io.firn.model.TableProperties.METRICS_MAX_INFERRED_COLUMNS_DEFAULT;

import io.firn.model.TableProperties;
import io.firn.types.Field;
import io.firn.types.ListType;
import io.firn.types.MapType;
import io.firn.types.Schema;
import io.firn.types.StructType;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The metrics mode of each column of a table. Without {@code write.metadata.metrics.default} only
 * the first 100 columns ({@code max-inferred-column-defaults}) get stats. Columns of the sort order
 * get bounds unless a property of their own says otherwise.
 */
public final class MetricsConfig {
  private static final MetricsMode SORTED = new MetricsMode.Truncate(16);

  private final Map<Integer, MetricsMode> modes;

  private MetricsConfig(Map<Integer, MetricsMode> modes) {
    this.modes = modes;
  }

  /**
   * The modes of a schema's columns; the field ids are those of the sort order.
   *
   * @throws io.firn.error.InvalidInputException if a mode does not parse
   */
  public static MetricsConfig of(
      Schema schema, Map<String, String> properties, int[] sortedFieldIds) {
    Map<Integer, MetricsMode> modes = defaults(schema, properties);
    for (int id : sortedFieldIds) {
      modes.computeIfPresent(id, (key, mode) -> atLeastBounds(mode));
    }
    properties.forEach(
        (key, value) -> {
          if (key.startsWith(METRICS_COLUMN_MODE_PREFIX)) {
            String column = key.substring(METRICS_COLUMN_MODE_PREFIX.length());
            MetricsMode mode = MetricsMode.parse(key, value);
            schema.field(column).ifPresent(field -> modes.put(field.id(), mode));
          }
        });
    return new MetricsConfig(modes);
  }

  private static Map<Integer, MetricsMode> defaults(Schema schema, Map<String, String> properties) {
    boolean chosen = properties.containsKey(METRICS_DEFAULT_MODE);
    MetricsMode mode =
        MetricsMode.parse(
            METRICS_DEFAULT_MODE,
            properties.getOrDefault(METRICS_DEFAULT_MODE, METRICS_DEFAULT_MODE_DEFAULT));
    int limit =
        chosen
            ? Integer.MAX_VALUE
            : TableProperties.intValue(
                properties, METRICS_MAX_INFERRED_COLUMNS, METRICS_MAX_INFERRED_COLUMNS_DEFAULT);
    List<Integer> leaves = new ArrayList<>();
    addLeaves(schema.fields(), leaves);
    Map<Integer, MetricsMode> modes = new HashMap<>();
    for (int i = 0; i < leaves.size(); i++) {
      modes.put(leaves.get(i), i < limit ? mode : new MetricsMode.None());
    }
    return modes;
  }

  /** The columns of one level come before those of the levels below. */
  private static void addLeaves(List<Field> fields, List<Integer> leaves) {
    fields.stream().filter(f -> !f.type().isNested()).forEach(f -> leaves.add(f.id()));
    for (Field field : fields) {
      if (field.type() instanceof StructType struct) {
        addLeaves(struct.fields(), leaves);
      } else if (field.type() instanceof ListType list) {
        addLeaves(List.of(list.element()), leaves);
      } else if (field.type() instanceof MapType map) {
        addLeaves(List.of(map.key(), map.value()), leaves);
      }
    }
  }

  private static MetricsMode atLeastBounds(MetricsMode mode) {
    return mode instanceof MetricsMode.None || mode instanceof MetricsMode.Counts ? SORTED : mode;
  }

  /** The mode of a column; {@code none} for one that the schema does not have. */
  public MetricsMode mode(int fieldId) {
    return modes.getOrDefault(fieldId, new MetricsMode.None());
  }
}

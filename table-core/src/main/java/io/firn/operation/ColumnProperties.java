package io.firn.operation;

import io.firn.codec.json.NameMappingJson;
import io.firn.model.MetadataUpdate;
import io.firn.model.TableProperties;
import io.firn.types.Field;
import io.firn.types.Schema;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Table properties that name columns, kept right when columns are renamed or dropped. */
final class ColumnProperties {
  private static final List<String> PREFIXES =
      List.of(
          TableProperties.METRICS_COLUMN_MODE_PREFIX,
          TableProperties.PARQUET_BLOOM_ENABLED_PREFIX,
          TableProperties.PARQUET_BLOOM_FPP_PREFIX,
          TableProperties.PARQUET_BLOOM_NDV_PREFIX,
          TableProperties.PARQUET_STATS_ENABLED_PREFIX);

  private ColumnProperties() {}

  static List<MetadataUpdate> updates(Map<String, String> properties, Schema before, Schema after) {
    Map<String, String> set = new HashMap<>();
    Set<String> removed = new HashSet<>();
    for (Map.Entry<String, String> property : properties.entrySet()) {
      for (String prefix : PREFIXES) {
        if (property.getKey().startsWith(prefix)) {
          String column = property.getKey().substring(prefix.length());
          Optional<String> nameAfter = nameAfter(column, before, after);
          if (nameAfter.isEmpty()) {
            removed.add(property.getKey());
          } else if (!nameAfter.get().equals(column)) {
            removed.add(property.getKey());
            set.put(prefix + nameAfter.get(), property.getValue());
          }
        }
      }
    }
    mapping(properties, after).ifPresent(json -> set.put(TableProperties.NAME_MAPPING, json));
    removed.removeAll(set.keySet());
    List<MetadataUpdate> updates = new ArrayList<>();
    if (!set.isEmpty()) {
      updates.add(new MetadataUpdate.SetProperties(set));
    }
    if (!removed.isEmpty()) {
      updates.add(new MetadataUpdate.RemoveProperties(removed));
    }
    return updates;
  }

  /** A column that was not there before keeps its property. */
  private static Optional<String> nameAfter(String column, Schema before, Schema after) {
    Optional<Field> field = before.field(column);
    return field.isEmpty() ? Optional.of(column) : after.fullName(field.get().id());
  }

  private static Optional<String> mapping(Map<String, String> properties, Schema after) {
    String json = properties.get(TableProperties.NAME_MAPPING);
    if (json == null) {
      return Optional.empty();
    }
    String evolved = NameMappingJson.write(NameMappingJson.parse(json).evolvedTo(after));
    return evolved.equals(json) ? Optional.empty() : Optional.of(evolved);
  }
}

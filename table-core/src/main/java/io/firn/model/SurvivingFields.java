package io.firn.model;

import io.firn.types.Field;
import io.firn.types.Schema;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Which unknown fields live on after a change: those whose object is still there. A new schema
 * takes over what is known of the columns that it keeps from the base's current one.
 */
final class SurvivingFields {
  private static final String SCHEMAS = "schemas";

  private SurvivingFields() {}

  static Map<String, String> of(TableMetadata base, TableMetadata next) {
    if (base.unknownFields().isEmpty()) {
      return Map.of();
    }
    Map<String, Set<String>> idsByList = idsByList(next);
    Map<String, String> result = new LinkedHashMap<>();
    base.unknownFields()
        .forEach(
            (path, json) -> {
              String[] segments = path.split("/", 4);
              boolean nested = segments.length == 4;
              Set<String> ids = idsByList.get(segments[1]);
              if (!nested || ids == null || ids.contains(segments[2])) {
                result.put(path, json);
              }
            });
    next.schemas().stream()
        .filter(s -> base.schema(s.schemaId()).isEmpty())
        .forEach(added -> takeOver(base, added, result));
    return Collections.unmodifiableMap(result);
  }

  private static void takeOver(TableMetadata base, Schema added, Map<String, String> result) {
    String from = "/" + SCHEMAS + "/" + base.currentSchemaId() + "/fields/";
    base.unknownFields()
        .forEach(
            (path, json) -> {
              if (path.startsWith(from)) {
                String rest = path.substring(from.length());
                String fieldId = rest.substring(0, rest.indexOf('/'));
                if (added.fieldsById().values().stream().anyMatch(f -> hasId(f, fieldId))) {
                  result.put("/" + SCHEMAS + "/" + added.schemaId() + "/fields/" + rest, json);
                }
              }
            });
  }

  private static boolean hasId(Field field, String id) {
    return String.valueOf(field.id()).equals(id);
  }

  private static Map<String, Set<String>> idsByList(TableMetadata metadata) {
    return Map.of(
        SCHEMAS,
        texts(metadata.schemas().stream(), Schema::schemaId),
        "partition-specs",
        texts(metadata.partitionSpecs().stream(), s -> s.specId()),
        "sort-orders",
        texts(metadata.sortOrders().stream(), SortOrder::orderId),
        "snapshots",
        texts(metadata.snapshots().stream(), Snapshot::snapshotId),
        "refs",
        texts(metadata.refs().keySet().stream(), SurvivingFields::escape),
        "statistics",
        texts(metadata.statistics().stream(), StatisticsFile::snapshotId),
        "partition-statistics",
        texts(metadata.partitionStatistics().stream(), PartitionStatisticsFile::snapshotId),
        "encryption-keys",
        texts(metadata.encryptionKeys().stream(), k -> escape(k.keyId())),
        "snapshot-log",
        texts(metadata.snapshotLog().stream(), e -> e.timestampMillis() + "-" + e.snapshotId()),
        "metadata-log",
        texts(metadata.metadataLog().stream(), e -> escape(e.metadataFile())));
  }

  private static <T> Set<String> texts(Stream<T> objects, Function<T, Object> id) {
    return objects.map(id).map(String::valueOf).collect(Collectors.toSet());
  }

  private static String escape(String name) {
    return name.replace("~", "~0").replace("/", "~1");
  }
}

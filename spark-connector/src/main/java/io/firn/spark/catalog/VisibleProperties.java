package io.firn.spark.catalog;

import io.firn.error.InvalidInputException;
import io.firn.model.SortField;
import io.firn.model.TableMetadata;
import io.firn.model.TableProperties;
import io.firn.spark.ddl.LayoutText;
import io.firn.types.Field;
import io.firn.types.Schema;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.spark.sql.connector.catalog.TableCatalog;

/**
 * The properties that Spark sees of a table: the stored ones, and some that tell about the table.
 */
final class VisibleProperties {
  static final String SORT_ORDER = "sort-order";
  static final String IDENTIFIER_FIELDS = "identifier-fields";
  private static final String FORMAT = "format";

  /** {@code SHOW CREATE TABLE} prints these; they say nothing that creating a table could do. */
  private static final Set<String> TOLD_ONLY =
      Set.of(FORMAT, TableProperties.PROVIDER, TableProperties.CURRENT_SNAPSHOT_ID);

  private VisibleProperties() {}

  static Map<String, String> of(TableMetadata metadata) {
    Map<String, String> visible = new TreeMap<>(metadata.properties());
    String fileFormat =
        TableProperties.stringValue(
            metadata.properties(),
            TableProperties.DEFAULT_FILE_FORMAT,
            TableProperties.DEFAULT_FILE_FORMAT_DEFAULT);
    visible.put(FORMAT, TableProviders.ICEBERG + "/" + fileFormat);
    visible.put(TableProperties.PROVIDER, TableProviders.ICEBERG);
    visible.put(TableProperties.LOCATION, metadata.location());
    visible.put(TableCatalog.PROP_TABLE_TYPE, "EXTERNAL");
    visible.put(TableProperties.FORMAT_VERSION, String.valueOf(metadata.formatVersion()));
    visible.put(
        TableProperties.CURRENT_SNAPSHOT_ID,
        metadata.currentSnapshot().map(s -> String.valueOf(s.snapshotId())).orElse("none"));
    if (metadata.sortOrder().isSorted()) {
      visible.put(SORT_ORDER, sortOrder(metadata));
    }
    if (!metadata.schema().identifierFieldIds().isEmpty()) {
      visible.put(IDENTIFIER_FIELDS, identifierFields(metadata));
    }
    return visible;
  }

  private static String sortOrder(TableMetadata metadata) {
    return metadata.sortOrder().fields().stream()
        .map(field -> sortField(metadata, field))
        .collect(Collectors.joining(", "));
  }

  private static String sortField(TableMetadata metadata, SortField field) {
    String column = name(metadata.schema(), field.sourceId());
    String transform = field.transform().toString();
    String term =
        transform.equals("identity")
            ? column
            : transform.replaceFirst("\\[(\\d+)]", "($1, " + column + ")");
    return (term.equals(transform) ? transform + "(" + column + ")" : term)
        + " "
        + field.direction()
        + " "
        + field.nullOrder().toString().replace('_', ' ');
  }

  /** A column's full name as it can be read back. */
  private static String name(Schema schema, int id) {
    String name = "";
    Optional<Field> field = schema.field(id);
    while (field.isPresent()) {
      String part = LayoutText.quoted(field.get().name());
      name = name.isEmpty() ? part : part + "." + name;
      field = schema.parentId(field.get().id()).flatMap(schema::field);
    }
    return name.isEmpty() ? "?" : name;
  }

  private static String identifierFields(TableMetadata metadata) {
    return metadata.schema().identifierFieldIds().stream()
        .map(id -> name(metadata.schema(), id))
        .sorted()
        .collect(Collectors.joining(",", "[", "]"));
  }

  /** What a new table stores of the properties that {@code CREATE TABLE} gives. */
  static Map<String, String> forNewTable(String table, Map<String, String> given) {
    Map<String, String> stored = new TreeMap<>();
    given.forEach(
        (key, value) -> {
          if (!isSparksOwn(key) && !TOLD_ONLY.contains(key) && !isLayout(key)) {
            requireSettable(table, key);
            stored.put(key, value);
          }
        });
    return stored;
  }

  /** What {@code SHOW CREATE TABLE} tells as properties, and a new table has as its layout. */
  private static boolean isLayout(String key) {
    return key.equals(SORT_ORDER) || key.equals(IDENTIFIER_FIELDS);
  }

  private static boolean isSparksOwn(String key) {
    return key.startsWith(TableCatalog.OPTION_PREFIX)
        || key.equals(TableCatalog.PROP_LOCATION)
        || key.equals(TableCatalog.PROP_IS_MANAGED_LOCATION)
        || key.equals(TableCatalog.PROP_EXTERNAL)
        || key.equals(TableCatalog.PROP_TABLE_TYPE);
  }

  /**
   * @throws InvalidInputException if the key tells something about the table and cannot be set
   */
  static void requireSettable(String table, String key) {
    boolean told =
        key.equals(SORT_ORDER)
            || key.equals(IDENTIFIER_FIELDS)
            || key.equals(FORMAT)
            || key.equals(TableProperties.PROVIDER)
            || (TableProperties.RESERVED.contains(key)
                && !key.equals(TableProperties.FORMAT_VERSION));
    if (told) {
      throw new InvalidInputException(
          "Cannot set or remove the property "
              + key
              + " of "
              + table
              + ": it tells something about the table and is not stored");
    }
  }
}

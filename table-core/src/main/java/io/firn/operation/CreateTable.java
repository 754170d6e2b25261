package io.firn.operation;

import io.firn.error.AlreadyExistsException;
import io.firn.model.MetadataUpdate;
import io.firn.model.Requirement;
import io.firn.model.TableChange;
import io.firn.model.TableMetadata;
import io.firn.partition.PartitionSpec;
import io.firn.types.Schema;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * Makes a table without snapshots at {@code location}. Its format version is that of the property
 * {@code format-version}, 2 without it.
 */
public record CreateTable(UUID tableUuid, String location, TableDefinition definition, Ids ids)
    implements Operation {

  /** What the field ids of the definition are. */
  public enum Ids {
    /** Placeholders: the table assigns its own. */
    PLACEHOLDERS,
    /** Those that data files have already. */
    OF_DATA_FILES
  }

  /** With placeholders for field ids. */
  public CreateTable(UUID tableUuid, String location, TableDefinition definition) {
    this(tableUuid, location, definition, Ids.PLACEHOLDERS);
  }

  @Override
  public String name() {
    return "create table";
  }

  @Override
  public TableChange planOn(Planning planning) {
    if (planning.base().isPresent()) {
      throw new AlreadyExistsException(
          "Cannot create table " + planning.tableName() + ": it exists already");
    }
    Map<String, String> properties = definition.properties();
    int formatVersion =
        StoredProperties.formatVersion(properties).orElse(TableMetadata.DEFAULT_VERSION);
    FreshIds fresh = fieldIds();
    Schema schema = fresh.assign(definition.schema());
    SchemaRules.requireValid(schema);
    PartitionSpec spec = fresh.assign(definition.spec());
    SpecRules.requireValidNames(spec, schema);
    SpecRules.requireNotRedundant(spec.fields());
    StoredProperties.requireColumns(properties, schema);
    return new TableChange(
        List.of(new Requirement.AssertCreate()),
        List.of(
            new MetadataUpdate.AssignUuid(tableUuid),
            new MetadataUpdate.UpgradeFormatVersion(formatVersion),
            new MetadataUpdate.SetLocation(withoutTrailingSlash(location)),
            new MetadataUpdate.AddSchema(schema),
            new MetadataUpdate.SetCurrentSchema(MetadataUpdate.LAST_ADDED),
            new MetadataUpdate.AddSpec(
                SpecRules.numbered(spec, List.of(), PartitionSpec.NO_FIELD_ID)),
            new MetadataUpdate.SetDefaultSpec(MetadataUpdate.LAST_ADDED),
            new MetadataUpdate.AddSortOrder(fresh.assign(definition.sortOrder())),
            new MetadataUpdate.SetDefaultSortOrder(MetadataUpdate.LAST_ADDED),
            new MetadataUpdate.SetProperties(StoredProperties.ofNewTable(properties))));
  }

  private FreshIds fieldIds() {
    int[] lastId = {0};
    return new FreshIds(id -> ids == Ids.OF_DATA_FILES ? id : ++lastId[0]);
  }

  static String withoutTrailingSlash(String location) {
    String result = location;
    while (result.endsWith("/") && !result.endsWith("://")) {
      result = result.substring(0, result.length() - 1);
    }
    return result;
  }
}

package io.firn.operation;

import io.firn.model.MetadataUpdate;
import io.firn.model.Requirements;
import io.firn.model.SnapshotRef;
import io.firn.model.SortOrder;
import io.firn.model.TableChange;
import io.firn.model.TableMetadata;
import io.firn.partition.PartitionSpec;
import io.firn.types.Schema;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Gives a table a new schema, spec and sort order and empties it. It stays the same table: uuid,
 * old snapshots, branches and properties that the definition does not set are kept, a column keeps
 * its id as long as it has the same name. {@code location} is empty to stay where it is.
 *
 * @param whenMissing what is done if there is no table; empty to fail ({@code REPLACE TABLE}, while
 *     {@code CREATE OR REPLACE TABLE} creates it)
 */
public record ReplaceTable(
    Optional<String> location, TableDefinition definition, Optional<CreateTable> whenMissing)
    implements Operation {

  @Override
  public String name() {
    return "replace table";
  }

  @Override
  public TableChange planOn(Planning planning) {
    if (planning.base().isEmpty() && whenMissing.isPresent()) {
      return whenMissing.get().planOn(planning);
    }
    TableMetadata base = planning.table();
    Map<String, String> properties = definition.properties();
    FreshIds ids = keepingIdsOf(base);
    Schema schema = ids.assign(definition.schema());
    SchemaRules.requireValid(schema);
    PartitionSpec spec = ids.assign(definition.spec());
    SpecRules.requireValidNames(spec, schema);
    SpecRules.requireNotRedundant(spec.fields());
    StoredProperties.requireColumns(properties, schema);
    List<MetadataUpdate> updates = new ArrayList<>();
    StoredProperties.formatVersion(properties)
        .ifPresent(v -> updates.add(new MetadataUpdate.UpgradeFormatVersion(v)));
    updates.add(new MetadataUpdate.RemoveSnapshotRef(SnapshotRef.MAIN));
    updates.addAll(LayoutUpdates.schema(base, schema));
    PartitionSpec numbered =
        SpecRules.numbered(spec, base.partitionSpecs(), base.lastPartitionId());
    updates.addAll(LayoutUpdates.spec(base, numbered));
    SortOrder sortOrder = ids.assign(definition.sortOrder());
    updates.addAll(LayoutUpdates.sortOrder(base, sortOrder));
    location.ifPresent(
        l -> updates.add(new MetadataUpdate.SetLocation(CreateTable.withoutTrailingSlash(l))));
    updates.add(new MetadataUpdate.SetProperties(StoredProperties.ofNewTable(properties)));
    return new TableChange(Requirements.forReplace(base, updates), updates);
  }

  private FreshIds keepingIdsOf(TableMetadata base) {
    int[] lastId = {base.lastColumnId()};
    Schema asked = definition.schema();
    Schema current = base.schema();
    return new FreshIds(
        placeholder ->
            asked
                .fullName(placeholder)
                .flatMap(current::field)
                .map(f -> f.id())
                .orElseGet(() -> ++lastId[0]));
  }
}

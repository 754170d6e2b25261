package io.firn.operation;

import io.firn.model.MetadataUpdate;
import io.firn.model.Requirements;
import io.firn.model.SnapshotRef;
import io.firn.model.SortOrder;
import io.firn.model.TableChange;
import io.firn.model.TableMetadata;
import io.firn.partition.PartitionSpec;
import io.firn.types.Field;
import io.firn.types.Schema;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Gives a table a new schema, spec and sort order and empties it. It stays the same table: uuid,
 * old snapshots, branches and properties that the definition does not set are kept, a column keeps
 * its id as long as it has the same name and type. {@code location} is empty to stay where it is.
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
    return new FreshIds(
        placeholder ->
            kept(placeholder, base.schema()).map(Field::id).orElseGet(() -> ++lastId[0]));
  }

  /**
   * The current field of the same name and type, in a parent that is kept, too. With another type
   * it would be another column: old specs and column statistics know it by its id.
   */
  private Optional<Field> kept(int placeholder, Schema current) {
    Schema asked = definition.schema();
    Optional<Field> found = asked.fullName(placeholder).flatMap(current::field);
    if (found.isEmpty() || !sameKind(asked.field(placeholder).orElseThrow(), found.get())) {
      return Optional.empty();
    }
    Optional<Integer> parent = asked.parentId(placeholder);
    Optional<Integer> keptParent = parent.flatMap(p -> kept(p, current)).map(Field::id);
    boolean sameParent = keptParent.equals(current.parentId(found.get().id()));
    return sameParent && parent.isPresent() == keptParent.isPresent() ? found : Optional.empty();
  }

  private static boolean sameKind(Field a, Field b) {
    return a.type().isNested()
        ? a.type().getClass() == b.type().getClass()
        : a.type().equals(b.type());
  }
}

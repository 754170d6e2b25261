package io.firn.operation;

import io.firn.model.MetadataUpdate;
import io.firn.model.Requirement;
import io.firn.model.SortOrder;
import io.firn.model.TableChange;
import io.firn.partition.PartitionSpec;
import io.firn.types.Schema;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** Creates a table with given structure, for tests. */
public record NewTable(
    UUID uuid,
    int formatVersion,
    String location,
    Schema schema,
    PartitionSpec spec,
    Map<String, String> properties)
    implements Operation {

  @Override
  public String name() {
    return "create table";
  }

  @Override
  public TableChange planOn(Planning planning) {
    List<MetadataUpdate> updates = new ArrayList<>();
    updates.add(new MetadataUpdate.AssignUuid(uuid));
    updates.add(new MetadataUpdate.UpgradeFormatVersion(formatVersion));
    updates.add(new MetadataUpdate.SetLocation(location));
    updates.add(new MetadataUpdate.AddSchema(schema));
    updates.add(new MetadataUpdate.SetCurrentSchema(MetadataUpdate.LAST_ADDED));
    updates.add(new MetadataUpdate.AddSpec(spec));
    updates.add(new MetadataUpdate.SetDefaultSpec(MetadataUpdate.LAST_ADDED));
    updates.add(new MetadataUpdate.AddSortOrder(SortOrder.unsorted()));
    updates.add(new MetadataUpdate.SetDefaultSortOrder(MetadataUpdate.LAST_ADDED));
    if (!properties.isEmpty()) {
      updates.add(new MetadataUpdate.SetProperties(properties));
    }
    return new TableChange(List.of(new Requirement.AssertCreate()), updates);
  }
}

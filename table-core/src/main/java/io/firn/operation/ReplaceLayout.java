package io.firn.operation;

import io.firn.model.MetadataUpdate;
import io.firn.model.Requirements;
import io.firn.model.TableChange;
import io.firn.model.TableMetadata;
import io.firn.partition.PartitionSpec;
import io.firn.types.Schema;
import java.util.ArrayList;
import java.util.List;

/**
 * Makes a schema and a partition spec the current ones, with the field ids that they have: those of
 * data files that were there before the table.
 */
public record ReplaceLayout(Schema schema, PartitionSpec spec) implements Operation {

  @Override
  public String name() {
    return "replace layout";
  }

  @Override
  public TableChange planOn(Planning planning) {
    TableMetadata table = planning.table();
    SchemaRules.requireValid(schema);
    SpecRules.requireValidNames(spec, schema);
    List<MetadataUpdate> updates = new ArrayList<>(LayoutUpdates.schema(table, schema));
    updates.addAll(LayoutUpdates.spec(table, spec));
    return new TableChange(Requirements.forUpdates(table, updates), updates);
  }
}

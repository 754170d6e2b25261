package io.firn.operation;

import io.firn.codec.json.NameMappingJson;
import io.firn.model.MetadataUpdate;
import io.firn.model.NameMapping;
import io.firn.model.Requirements;
import io.firn.model.TableChange;
import io.firn.model.TableMetadata;
import io.firn.model.TableProperties;
import java.util.List;
import java.util.Map;

/**
 * Gives a table without name mapping one of its present names, so that the columns of files without
 * field ids are found by name (spec: Column Projection).
 */
public record EnsureNameMapping() implements Operation {

  @Override
  public String name() {
    return "set name mapping";
  }

  @Override
  public TableChange planOn(Planning planning) {
    TableMetadata table = planning.table();
    if (table.properties().containsKey(TableProperties.NAME_MAPPING)) {
      return new TableChange(List.of(), List.of());
    }
    List<MetadataUpdate> updates =
        List.of(
            new MetadataUpdate.SetProperties(
                Map.of(
                    TableProperties.NAME_MAPPING,
                    NameMappingJson.write(NameMapping.of(table.schema())))));
    return new TableChange(Requirements.forUpdates(table, updates), updates);
  }
}

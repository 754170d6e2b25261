package io.firn.operation;

import io.firn.model.MetadataUpdate;
import io.firn.model.Requirements;
import io.firn.model.TableChange;
import io.firn.model.TableMetadata;
import java.util.List;

/** Sets where new files of a table go; files that are there stay where they are. */
public record UpdateLocation(String location) implements Operation {

  @Override
  public String name() {
    return "set location";
  }

  @Override
  public TableChange planOn(Planning planning) {
    TableMetadata base = planning.table();
    List<MetadataUpdate> updates =
        List.of(new MetadataUpdate.SetLocation(CreateTable.withoutTrailingSlash(location)));
    return new TableChange(Requirements.forUpdates(base, updates), updates);
  }
}

package io.firn.operation;

import io.firn.error.InvalidInputException;
import io.firn.model.MetadataUpdate;
import io.firn.model.Requirements;
import io.firn.model.TableChange;
import io.firn.model.TableMetadata;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Sets and removes table properties. Setting {@code format-version} upgrades the table; computed
 * properties are refused, and so are values that could not be read back.
 */
public record UpdateProperties(Map<String, String> set, Set<String> removed) implements Operation {

  public UpdateProperties {
    set = Map.copyOf(set);
    removed = Set.copyOf(removed);
  }

  @Override
  public String name() {
    return "change properties";
  }

  @Override
  public TableChange planOn(Planning planning) {
    TableMetadata base = planning.table();
    for (String key : removed) {
      StoredProperties.requireNotReserved(key);
      if (set.containsKey(key)) {
        throw new InvalidInputException("Cannot both set and remove the table property " + key);
      }
    }
    List<MetadataUpdate> updates = new ArrayList<>();
    StoredProperties.formatVersion(set)
        .ifPresent(v -> updates.add(new MetadataUpdate.UpgradeFormatVersion(v)));
    Map<String, String> stored = new HashMap<>(StoredProperties.of(set));
    stored.entrySet().removeIf(e -> e.getValue().equals(base.properties().get(e.getKey())));
    StoredProperties.requireColumns(stored, base.schema());
    if (!stored.isEmpty()) {
      updates.add(new MetadataUpdate.SetProperties(stored));
    }
    Set<String> present = new HashSet<>(removed);
    present.retainAll(base.properties().keySet());
    if (!present.isEmpty()) {
      updates.add(new MetadataUpdate.RemoveProperties(present));
    }
    updates.removeIf(u -> isNoUpgrade(u, base));
    return updates.isEmpty()
        ? new TableChange(List.of(), List.of())
        : new TableChange(Requirements.forUpdates(base, updates), updates);
  }

  private static boolean isNoUpgrade(MetadataUpdate update, TableMetadata base) {
    return update instanceof MetadataUpdate.UpgradeFormatVersion upgrade
        && upgrade.formatVersion() == base.formatVersion();
  }
}

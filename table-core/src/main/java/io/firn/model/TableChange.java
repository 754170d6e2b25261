package io.firn.model;

import java.util.ArrayList;
import java.util.List;

/**
 * What a commit wants: updates in order, and what must still be true of the table for them to be
 * right.
 */
public record TableChange(List<Requirement> requirements, List<MetadataUpdate> updates) {
  public TableChange {
    requirements = List.copyOf(requirements);
    updates = List.copyOf(updates);
  }

  public boolean isEmpty() {
    return updates.isEmpty();
  }

  /** This change, then the other. */
  public TableChange then(TableChange next) {
    List<Requirement> allRequirements = new ArrayList<>(requirements);
    next.requirements.stream()
        .filter(r -> !allRequirements.contains(r))
        .forEach(allRequirements::add);
    List<MetadataUpdate> allUpdates = new ArrayList<>(updates);
    allUpdates.addAll(next.updates);
    return new TableChange(allRequirements, allUpdates);
  }
}

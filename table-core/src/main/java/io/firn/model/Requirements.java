package io.firn.model;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/** Checks the conditions of a change (REST specification: table requirements). */
public final class Requirements {
  private Requirements() {}

  /**
   * Why the first unmet requirement is not met; empty if all are met. {@code current} is empty for
   * a table that does not exist.
   */
  public static Optional<String> firstUnmet(
      Optional<TableMetadata> current, List<Requirement> requirements) {
    for (Requirement requirement : requirements) {
      Optional<String> reason =
          current
              .map(metadata -> unmet(metadata, requirement))
              .orElseGet(() -> unmetWithoutTable(requirement));
      if (reason.isPresent()) {
        return reason;
      }
    }
    return Optional.empty();
  }

  /**
   * What must still be true of the table so that updates planned on {@code base} are right: the
   * same table, and nothing of what they build on has changed.
   */
  public static List<Requirement> forUpdates(TableMetadata base, List<MetadataUpdate> updates) {
    Set<Requirement> result = new LinkedHashSet<>(forReplace(base, updates));
    for (MetadataUpdate update : updates) {
      if (update instanceof MetadataUpdate.SetSnapshotRef set) {
        result.add(new Requirement.AssertRefSnapshotId(set.name(), snapshotOf(base, set.name())));
      } else if (update instanceof MetadataUpdate.SetCurrentSchema) {
        result.add(new Requirement.AssertCurrentSchemaId(base.currentSchemaId()));
      } else if (update instanceof MetadataUpdate.SetDefaultSpec) {
        result.add(new Requirement.AssertDefaultSpecId(base.defaultSpecId()));
      } else if (update instanceof MetadataUpdate.SetDefaultSortOrder) {
        result.add(new Requirement.AssertDefaultSortOrderId(base.defaultSortOrderId()));
      }
    }
    return List.copyOf(result);
  }

  /** As {@link #forUpdates}, for updates that replace the table whatever is current in it. */
  public static List<Requirement> forReplace(TableMetadata base, List<MetadataUpdate> updates) {
    Set<Requirement> result = new LinkedHashSet<>();
    result.add(new Requirement.AssertTableUuid(base.tableUuid()));
    for (MetadataUpdate update : updates) {
      if (update instanceof MetadataUpdate.AddSchema) {
        result.add(new Requirement.AssertLastAssignedFieldId(base.lastColumnId()));
      } else if (update instanceof MetadataUpdate.AddSpec) {
        result.add(new Requirement.AssertLastAssignedPartitionId(base.lastPartitionId()));
      } else if (update instanceof MetadataUpdate.RemovePartitionSpecs) {
        result.add(new Requirement.AssertDefaultSpecId(base.defaultSpecId()));
        result.addAll(branches(base));
      } else if (update instanceof MetadataUpdate.RemoveSchemas) {
        result.add(new Requirement.AssertCurrentSchemaId(base.currentSchemaId()));
        result.addAll(branches(base));
      }
    }
    return List.copyOf(result);
  }

  private static List<Requirement> branches(TableMetadata base) {
    return base.refs().entrySet().stream()
        .filter(e -> e.getValue().isBranch())
        .<Requirement>map(
            e ->
                new Requirement.AssertRefSnapshotId(
                    e.getKey(), OptionalLong.of(e.getValue().snapshotId())))
        .toList();
  }

  private static OptionalLong snapshotOf(TableMetadata metadata, String ref) {
    return metadata.ref(ref).map(r -> OptionalLong.of(r.snapshotId())).orElse(OptionalLong.empty());
  }

  private static Optional<String> unmetWithoutTable(Requirement requirement) {
    return requirement instanceof Requirement.AssertCreate
        ? Optional.empty()
        : Optional.of("the table does not exist");
  }

  private static Optional<String> unmet(TableMetadata current, Requirement requirement) {
    if (requirement instanceof Requirement.AssertCreate) {
      return Optional.of("the table exists already");
    }
    if (requirement instanceof Requirement.AssertTableUuid r) {
      return differs("table uuid", r.uuid(), current.tableUuid());
    }
    if (requirement instanceof Requirement.AssertRefSnapshotId r) {
      return unmetRef(current, r);
    }
    if (requirement instanceof Requirement.AssertLastAssignedFieldId r) {
      return differs("last assigned field id", r.lastAssignedFieldId(), current.lastColumnId());
    }
    if (requirement instanceof Requirement.AssertCurrentSchemaId r) {
      return differs("current schema id", r.currentSchemaId(), current.currentSchemaId());
    }
    if (requirement instanceof Requirement.AssertLastAssignedPartitionId r) {
      return differs(
          "last assigned partition id", r.lastAssignedPartitionId(), current.lastPartitionId());
    }
    if (requirement instanceof Requirement.AssertDefaultSpecId r) {
      return differs("default partition spec id", r.defaultSpecId(), current.defaultSpecId());
    }
    if (requirement instanceof Requirement.AssertDefaultSortOrderId r) {
      return differs("default sort order id", r.defaultSortOrderId(), current.defaultSortOrderId());
    }
    throw new IllegalStateException("Unknown requirement " + requirement);
  }

  private static Optional<String> unmetRef(
      TableMetadata current, Requirement.AssertRefSnapshotId requirement) {
    OptionalLong found = snapshotOf(current, requirement.ref());
    if (found.equals(requirement.snapshotId())) {
      return Optional.empty();
    }
    return Optional.of(
        "the reference '"
            + requirement.ref()
            + "' "
            + (found.isPresent() ? "is at snapshot " + found.getAsLong() : "does not exist")
            + ", expected "
            + (requirement.snapshotId().isPresent()
                ? "snapshot " + requirement.snapshotId().getAsLong()
                : "that it does not exist"));
  }

  private static Optional<String> differs(String what, Object expected, Object found) {
    return expected.equals(found)
        ? Optional.empty()
        : Optional.of("the " + what + " is " + found + ", expected " + expected);
  }
}

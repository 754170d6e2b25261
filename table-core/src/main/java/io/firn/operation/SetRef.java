package io.firn.operation;

import io.firn.error.AlreadyExistsException;
import io.firn.error.InvalidInputException;
import io.firn.error.NotFoundException;
import io.firn.model.MetadataUpdate;
import io.firn.model.Requirements;
import io.firn.model.SnapshotRef;
import io.firn.model.SnapshotRef.RefType;
import io.firn.model.TableChange;
import io.firn.model.TableMetadata;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * Creates or replaces a branch or tag. Without a snapshot id it points to the current snapshot; a
 * branch of a table that has none gets an empty snapshot of its own. Retention that is not given is
 * that of the ref that is replaced, or else that of the table. Ages in milliseconds.
 */
public record SetRef(
    String name,
    RefType type,
    OptionalLong snapshotId,
    OptionalInt minSnapshotsToKeep,
    OptionalLong maxSnapshotAgeMillis,
    OptionalLong maxRefAgeMillis,
    Mode mode)
    implements Operation {

  /** What happens if the ref exists, or does not. */
  public enum Mode {
    /** It must not exist. */
    CREATE,
    /** If it exists, it stays as it is. */
    CREATE_IF_NOT_EXISTS,
    /** It must exist, as the same kind of ref. */
    REPLACE,
    CREATE_OR_REPLACE
  }

  public SetRef {
    if (name.isEmpty()) {
      throw new InvalidInputException("A branch or tag needs a name");
    }
    boolean branchRetention = minSnapshotsToKeep.isPresent() || maxSnapshotAgeMillis.isPresent();
    if (type == RefType.TAG && branchRetention) {
      throw new InvalidInputException(
          "Tag " + name + " cannot have snapshot retention: that is for branches");
    }
    if (minSnapshotsToKeep.orElse(1) <= 0
        || maxSnapshotAgeMillis.orElse(1) <= 0
        || maxRefAgeMillis.orElse(1) <= 0) {
      throw new InvalidInputException(
          "Retention of " + word(type) + " " + name + " must be more than 0");
    }
    if (name.equals(SnapshotRef.MAIN) && type == RefType.TAG) {
      throw new InvalidInputException("The name main is that of the main branch, not of a tag");
    }
  }

  @Override
  public String name() {
    return "set " + word(type) + " " + name;
  }

  @Override
  public TableChange planOn(Planning planning) {
    TableMetadata base = planning.table();
    Optional<SnapshotRef> existing = base.ref(name);
    if (existing.isPresent() && mode == Mode.CREATE_IF_NOT_EXISTS) {
      return new TableChange(List.of(), List.of());
    }
    if (existing.isPresent() && mode == Mode.CREATE) {
      throw new AlreadyExistsException(
          "Cannot create " + word(type) + " " + name + ": " + describe(existing.get()));
    }
    if (existing.isEmpty() && mode == Mode.REPLACE) {
      throw new NotFoundException(
          "Cannot replace " + word(type) + " " + name + ": it does not exist");
    }
    if (existing.isPresent() && existing.get().type() != type) {
      throw new InvalidInputException(
          "Cannot replace " + word(type) + " " + name + ": " + describe(existing.get()));
    }
    if (snapshotId.isEmpty() && base.currentSnapshotId().isEmpty()) {
      return planOnEmptyTable(planning);
    }
    long id =
        snapshotId.isPresent() ? snapshotId.getAsLong() : base.currentSnapshotId().orElseThrow();
    SnapshotRef ref = at(base.requireSnapshot(id).snapshotId(), existing);
    if (existing.isPresent() && existing.get().equals(ref)) {
      return new TableChange(List.of(), List.of());
    }
    List<MetadataUpdate> updates = List.of(new MetadataUpdate.SetSnapshotRef(name, ref));
    return new TableChange(Requirements.forUpdates(base, updates), updates);
  }

  private TableChange planOnEmptyTable(Planning planning) {
    if (type == RefType.TAG) {
      throw new InvalidInputException(
          "Cannot create tag "
              + name
              + ": table "
              + planning.tableName()
              + " has no snapshot to which it could point");
    }
    SnapshotOptions options =
        new SnapshotOptions(name, SnapshotOptions.Publication.CURRENT, Map.of());
    TableChange append = new Append(options, List.of(), Append.Mode.FAST).planOn(planning);
    List<MetadataUpdate> updates = new ArrayList<>(append.updates());
    SnapshotRef ref = at(planning.snapshotId(), planning.table().ref(name));
    updates.add(new MetadataUpdate.SetSnapshotRef(name, ref));
    return new TableChange(append.requirements(), updates);
  }

  private SnapshotRef at(long id, Optional<SnapshotRef> replaced) {
    return new SnapshotRef(
        id,
        type,
        minSnapshotsToKeep.isPresent()
            ? minSnapshotsToKeep
            : replaced.map(SnapshotRef::minSnapshotsToKeep).orElse(minSnapshotsToKeep),
        kept(maxSnapshotAgeMillis, replaced.map(SnapshotRef::maxSnapshotAgeMillis)),
        kept(maxRefAgeMillis, replaced.map(SnapshotRef::maxRefAgeMillis)));
  }

  private static OptionalLong kept(OptionalLong given, Optional<OptionalLong> replaced) {
    return given.isPresent() ? given : replaced.orElse(given);
  }

  private static String describe(SnapshotRef ref) {
    return "there is a " + word(ref.type()) + " of that name at snapshot " + ref.snapshotId();
  }

  static String word(RefType type) {
    return type == RefType.BRANCH ? "branch" : "tag";
  }
}

package io.firn.operation;

import io.firn.error.InvalidInputException;
import io.firn.error.NotFoundException;
import io.firn.model.MetadataUpdate;
import io.firn.model.Requirement;
import io.firn.model.SnapshotRef;
import io.firn.model.SnapshotRef.RefType;
import io.firn.model.TableChange;
import io.firn.model.TableMetadata;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** Removes a branch or tag; its snapshots stay until they expire. */
public record RemoveRef(String name, RefType type, Mode mode) implements Operation {

  /** What happens if the ref does not exist. */
  public enum Mode {
    MUST_EXIST,
    IF_EXISTS
  }

  @Override
  public String name() {
    return "drop " + SetRef.word(type) + " " + name;
  }

  @Override
  public TableChange planOn(Planning planning) {
    TableMetadata base = planning.table();
    if (name.equals(SnapshotRef.MAIN)) {
      throw new InvalidInputException("Cannot drop the branch main");
    }
    Optional<SnapshotRef> existing = base.ref(name);
    if (existing.isEmpty()) {
      if (mode == Mode.IF_EXISTS) {
        return new TableChange(List.of(), List.of());
      }
      throw new NotFoundException(
          "Cannot drop " + SetRef.word(type) + " " + name + ": it does not exist");
    }
    if (existing.get().type() != type) {
      throw new InvalidInputException(
          "Cannot drop "
              + SetRef.word(type)
              + " "
              + name
              + ": it is a "
              + SetRef.word(existing.get().type()));
    }
    return new TableChange(
        List.of(
            new Requirement.AssertTableUuid(base.tableUuid()),
            new Requirement.AssertRefSnapshotId(
                name, OptionalLong.of(existing.get().snapshotId()))),
        List.of(new MetadataUpdate.RemoveSnapshotRef(name)));
  }
}

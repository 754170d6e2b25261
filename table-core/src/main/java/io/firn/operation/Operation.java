package io.firn.operation;

import io.firn.conflict.Guard;
import io.firn.model.TableChange;
import java.util.List;
import java.util.Optional;

/**
 * What a user wants to do to a table, as a pure function of the table's current state. A commit
 * calls it once an attempt, each time on a fresh base, until the change is in; so it holds no state
 * of its own and repeats nothing that {@link MetadataFiles} keeps for it.
 */
public interface Operation {

  /** For messages and logs: {@code append}, {@code MERGE}, {@code change schema}. */
  String name();

  /**
   * The change that does it to {@code planning}'s base. May write metadata files through {@link
   * Planning#files()} and nothing else.
   *
   * @throws io.firn.error.CommitConflictException if what it is about is not in the base any more
   * @throws io.firn.error.NotFoundException if it needs a table and there is none
   */
  TableChange planOn(Planning planning);

  /**
   * What must not have landed since the operation read the table; checked in each attempt before
   * {@link #planOn}. None for operations that may follow any other.
   */
  default List<Guard> guards() {
    return List.of();
  }

  /**
   * The operation as it has to be on the state, after what landed since it was prepared: itself if
   * nothing did that it has to do with, else a changed copy. Called in each attempt before {@link
   * #guards} and {@link #planOn}, of which those of the result count.
   *
   * @throws io.firn.error.CommitConflictException if others changed the same rows
   */
  default Operation rebasedOn(Rebasing state) {
    return this;
  }

  /** Why whole files decide about conflicts, if the rebase could not be done; for messages. */
  default Optional<String> rebaseRefusal() {
    return Optional.empty();
  }
}

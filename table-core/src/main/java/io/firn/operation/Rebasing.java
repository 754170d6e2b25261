package io.firn.operation;

import io.firn.conflict.Conflict;
import io.firn.conflict.LandedCommits;
import io.firn.error.CommitConflictException;
import io.firn.io.Storage;
import io.firn.model.TableMetadata;
import io.firn.rebase.PendingChange;
import io.firn.rebase.Rebase;
import io.firn.rebase.Rebaser;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The state that an operation is to be committed to, for its rebase. */
public record Rebasing(
    String tableName, TableMetadata table, Storage storage, LongSupplier clockMillis) {
  private static final Logger LOG = LoggerFactory.getLogger(Rebasing.class);

  /** Rebases a change that was prepared on the snapshot {@code base} of the branch. */
  Judged judge(String name, String branch, OptionalLong base, PendingChange change) {
    return judge(
        name, branch, base, landed -> Rebaser.rebase(change, table, landed, storage, clockMillis));
  }

  /** The same for a change that is rebased in a way of its own. */
  Judged judge(
      String name, String branch, OptionalLong base, Function<LandedCommits, Rebase> rebaser) {
    Optional<LandedCommits> landed = LandedCommits.onBranch(table, branch, base, storage);
    if (landed.isEmpty()) {
      return Judged.byFiles();
    }
    Rebase rebase = rebaser.apply(landed.get());
    if (rebase instanceof Rebase.InConflict conflict) {
      throw conflict(name, conflict.conflict());
    }
    if (rebase instanceof Rebase.Refused why) {
      LOG.info("Not rebasing {} on {}: {}", name, tableName, why.reason());
      return Judged.refused(why.reason());
    }
    if (rebase instanceof Rebase.Done done) {
      LOG.info(
          "Rebased {} on {} over {} commits, {} deleted positions",
          name,
          tableName,
          done.files().commits(),
          done.files().positions());
      return Judged.altered(new RebasedOn(base, done.files()));
    }
    return Judged.unaltered();
  }

  private CommitConflictException conflict(String name, Conflict conflict) {
    return new CommitConflictException(
        "Cannot commit %s to %s: %s. Run it again on the new data."
            .formatted(name, tableName, conflict.describe()));
  }
}

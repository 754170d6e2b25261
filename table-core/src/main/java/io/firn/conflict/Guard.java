package io.firn.conflict;

import io.firn.io.Storage;
import io.firn.model.Snapshot;
import io.firn.model.TableMetadata;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.LongSupplier;

/**
 * What an operation takes for granted: the branch, the snapshot of it that was read (empty: the
 * branch from its beginning), and the rules on what must not have landed on the branch since.
 */
public record Guard(String branch, OptionalLong baseSnapshotId, List<ConflictRule> rules) {
  public Guard {
    rules = List.copyOf(rules);
  }

  /** The first conflict with what is on the branch now; the clock limits how long rows are read. */
  public Optional<Conflict> check(
      TableMetadata current, Storage storage, LongSupplier clockMillis) {
    if (rules.isEmpty()) {
      return Optional.empty();
    }
    Optional<Snapshot> head = LandedCommits.head(current, branch);
    if (head.isEmpty() && baseSnapshotId.isEmpty()) {
      return Optional.empty();
    }
    Optional<List<Snapshot>> commits = LandedCommits.since(baseSnapshotId, head, current);
    if (commits.isEmpty()) {
      return Optional.of(historyWasRewritten(head));
    }
    CheckContext context =
        new CheckContext(
            current,
            new LandedCommits(commits.get(), current, storage),
            new ReadBudget(current.properties(), clockMillis));
    return rules.stream().flatMap(rule -> rule.check(context).stream()).findFirst();
  }

  private Conflict historyWasRewritten(Optional<Snapshot> head) {
    String from = baseSnapshotId.isPresent() ? String.valueOf(baseSnapshotId.getAsLong()) : "none";
    String to = head.map(s -> String.valueOf(s.snapshotId())).orElse("none");
    return new Conflict(
        "Cannot determine history between starting snapshot "
            + from
            + " and the head "
            + to
            + " of branch "
            + branch
            + ": history was rewritten or expired",
        Optional.empty());
  }
}

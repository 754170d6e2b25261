package io.firn.conflict;

import io.firn.model.Snapshot;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Why an operation may not be committed: what was found, and the commit that caused it. */
public record Conflict(String what, Optional<Snapshot> landed) {
  private static final int LISTED_FILES = 3;

  /** A conflict with files of a landed commit; the message names the first few of them. */
  static Conflict with(String what, List<LandedFile> files) {
    List<String> paths =
        files.stream().map(f -> f.entry().file().filePath()).limit(LISTED_FILES).toList();
    String more =
        files.size() > LISTED_FILES ? " and " + (files.size() - LISTED_FILES) + " more" : "";
    return new Conflict(what + ": " + paths + more, Optional.of(files.get(0).snapshot()));
  }

  /** One sentence part for the message of the failed commit. */
  public String describe() {
    return landed.map(s -> what + ", by " + describe(s)).orElse(what);
  }

  /** A snapshot as messages name it: id, operation and time. */
  public static String describe(Snapshot snapshot) {
    return "snapshot "
        + snapshot.snapshotId()
        + " ("
        + snapshot.operation().orElse("unknown operation")
        + ", "
        + Instant.ofEpochMilli(snapshot.timestampMillis())
        + ")";
  }
}

package io.firn.spark.conf;

import io.firn.error.InvalidInputException;
import io.firn.error.NotFoundException;
import io.firn.model.Snapshot;
import io.firn.model.SnapshotRef;
import io.firn.model.TableMetadata;
import java.time.Instant;
import java.util.Comparator;
import java.util.Optional;
import java.util.TreeSet;

/**
 * How a user says which state of a table to read. {@code toString} is what messages call it, for
 * example {@code tag 'v1'}.
 */
public sealed interface Selector {
  Selector CURRENT = new Current();

  /**
   * The state in this metadata. {@code table} is the table's name for messages.
   *
   * @throws NotFoundException if there is no such snapshot, branch or tag, or the time is before
   *     the first snapshot
   */
  ReadPoint resolve(TableMetadata metadata, String table);

  /** The main branch, because nothing else was asked for. */
  record Current() implements Selector {
    @Override
    public ReadPoint resolve(TableMetadata metadata, String table) {
      return new ReadPoint(metadata.currentSnapshot(), metadata.schema(), this);
    }

    @Override
    public String toString() {
      return "the current snapshot";
    }
  }

  /** The head of a branch. */
  record Branch(String name) implements Selector {
    @Override
    public ReadPoint resolve(TableMetadata metadata, String table) {
      if (name.equals(SnapshotRef.MAIN) && metadata.ref(name).isEmpty()) {
        return new ReadPoint(Optional.empty(), metadata.schema(), this);
      }
      SnapshotRef ref = requireRef(metadata, table, name, SnapshotRef.RefType.BRANCH);
      return new ReadPoint(
          Optional.of(snapshot(metadata, table, ref.snapshotId())), metadata.schema(), this);
    }

    @Override
    public String toString() {
      return "branch '" + name + "'";
    }
  }

  /** What a tag points to. */
  record Tag(String name) implements Selector {
    @Override
    public ReadPoint resolve(TableMetadata metadata, String table) {
      SnapshotRef ref = requireRef(metadata, table, name, SnapshotRef.RefType.TAG);
      return pinned(metadata, snapshot(metadata, table, ref.snapshotId()), this);
    }

    @Override
    public String toString() {
      return "tag '" + name + "'";
    }
  }

  /** One snapshot. */
  record SnapshotId(long id) implements Selector {
    @Override
    public ReadPoint resolve(TableMetadata metadata, String table) {
      return pinned(metadata, snapshot(metadata, table, id), this);
    }

    @Override
    public String toString() {
      return "snapshot " + id;
    }
  }

  /** What was current at that time, in milliseconds since the epoch. */
  record AsOf(long timestampMillis) implements Selector {
    @Override
    public ReadPoint resolve(TableMetadata metadata, String table) {
      Snapshot found =
          metadata
              .snapshotAsOf(timestampMillis)
              .orElseThrow(
                  () ->
                      new NotFoundException(
                          "Cannot read " + table + " " + this + ": " + firstKnown(metadata)));
      return pinned(metadata, found, this);
    }

    private static String firstKnown(TableMetadata metadata) {
      return metadata.snapshotLog().stream()
          .min(Comparator.comparingLong(entry -> entry.timestampMillis()))
          .map(
              entry ->
                  "its history starts at "
                      + Instant.ofEpochMilli(entry.timestampMillis())
                      + " with snapshot "
                      + entry.snapshotId())
          .orElse("the table has no snapshot");
    }

    @Override
    public String toString() {
      return "as of " + Instant.ofEpochMilli(timestampMillis);
    }
  }

  /** {@code VERSION AS OF}: a snapshot id, or else the name of a branch or tag. */
  record Version(String text) implements Selector {
    @Override
    public ReadPoint resolve(TableMetadata metadata, String table) {
      Optional<Snapshot> byId = snapshotId(text).flatMap(metadata::snapshot);
      if (byId.isPresent()) {
        return pinned(metadata, byId.get(), this);
      }
      SnapshotRef ref =
          metadata
              .ref(text)
              .orElseThrow(
                  () ->
                      new NotFoundException(
                          "Cannot find version '"
                              + text
                              + "' of "
                              + table
                              + ": it is neither the id of a snapshot nor a branch or tag ("
                              + knownRefs(metadata)
                              + ")"));
      Snapshot snapshot = snapshot(metadata, table, ref.snapshotId());
      return ref.isBranch()
          ? new ReadPoint(Optional.of(snapshot), metadata.schema(), this)
          : pinned(metadata, snapshot, this);
    }

    private static Optional<Long> snapshotId(String text) {
      try {
        return Optional.of(Long.parseLong(text));
      } catch (NumberFormatException e) {
        return Optional.empty();
      }
    }

    @Override
    public String toString() {
      return "version '" + text + "'";
    }
  }

  private static ReadPoint pinned(TableMetadata metadata, Snapshot snapshot, Selector selector) {
    return new ReadPoint(Optional.of(snapshot), metadata.schemaOf(snapshot), selector);
  }

  private static Snapshot snapshot(TableMetadata metadata, String table, long id) {
    return metadata
        .snapshot(id)
        .orElseThrow(
            () ->
                new NotFoundException(
                    "Cannot find snapshot "
                        + id
                        + " of "
                        + table
                        + ": it may have expired; "
                        + table
                        + ".snapshots lists what there is"));
  }

  private static SnapshotRef requireRef(
      TableMetadata metadata, String table, String name, SnapshotRef.RefType type) {
    String word = type == SnapshotRef.RefType.BRANCH ? "branch" : "tag";
    SnapshotRef ref =
        metadata
            .ref(name)
            .orElseThrow(
                () ->
                    new NotFoundException(
                        "Cannot find "
                            + word
                            + " '"
                            + name
                            + "' of "
                            + table
                            + " ("
                            + knownRefs(metadata)
                            + ")"));
    if (ref.type() != type) {
      throw new InvalidInputException(
          "Cannot use '"
              + name
              + "' of "
              + table
              + " as a "
              + word
              + ": it is a "
              + (ref.isBranch() ? "branch" : "tag"));
    }
    return ref;
  }

  private static String knownRefs(TableMetadata metadata) {
    return metadata.refs().isEmpty()
        ? "it has no branches or tags"
        : "it has " + String.join(", ", new TreeSet<>(metadata.refs().keySet()));
  }
}

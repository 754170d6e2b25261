package io.firn.race;

import io.firn.commit.Committer;
import io.firn.commit.FakeTime;
import io.firn.commit.Turns;
import io.firn.error.CommitConflictException;
import io.firn.error.CommitFailedException;
import io.firn.error.CommitStateUnknownException;
import io.firn.error.StorageException;
import io.firn.model.Snapshot;
import io.firn.model.TableMetadata;
import io.firn.operation.Isolation;
import io.firn.operation.NewTable;
import io.firn.operation.Operation;
import io.firn.operation.UpgradeFormatVersion;
import io.firn.partition.IdentityTransform;
import io.firn.partition.PartitionField;
import io.firn.partition.PartitionSpec;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Random;
import java.util.TreeMap;
import java.util.UUID;

/**
 * Some writers that insert, delete, update, merge and compact the rows of one table at the same
 * time, in both modes, over a catalog that loses requests and answers. All follows from the seed.
 */
final class RowRace {
  private static final int KEYS = 12;

  final FakeTime time = new FakeTime();
  final RaceTable table = new RaceTable(time::millis);
  final Map<String, Attempt> attempts = new HashMap<>();

  /** Why statements failed, without names and numbers, and how often. */
  final Map<String, Integer> reasons = new TreeMap<>();

  final Isolation isolation;
  private final Random random;
  private final Turns turns;
  private final double faultRate;
  private final Mutation mutation;
  private final int formatVersion;
  private final boolean upgraded;
  private final PartitionSpec spec;
  private final Committer committer;
  private int ids;
  private long uids;

  RowRace(long seed, double faultRate) {
    this(seed, faultRate, Mutation.NONE);
  }

  /** With code that does something wrong on purpose. */
  RowRace(long seed, double faultRate, Mutation mutation) {
    this.mutation = mutation;
    this.random = new Random(seed * 0x9E3779B97F4A7C15L);
    this.turns = new Turns(random);
    this.faultRate = faultRate;
    this.formatVersion = 2 + random.nextInt(2);
    this.upgraded = formatVersion == 3 && random.nextInt(3) == 0;
    this.isolation = Isolation.values()[random.nextInt(Isolation.values().length)];
    this.spec =
        random.nextInt(3) == 0
            ? new PartitionSpec(
                0, List.of(new PartitionField(4, 1000, "p", IdentityTransform.IDENTITY)))
            : PartitionSpec.unpartitioned();
    this.committer =
        new Committer(
            time,
            () -> new UUID(random.nextLong(), random.nextLong()),
            () -> random.nextLong(Long.MAX_VALUE),
            millis -> {
              time.sleep(millis);
              turns.next();
            },
            random::nextDouble);
  }

  void run(int writers, int statementsEach) {
    committer.create(
        table.store,
        new NewTable(
            new UUID(1, 1),
            upgraded ? 2 : formatVersion,
            RaceTable.LOCATION,
            RaceTable.SCHEMA,
            spec,
            Map.of(
                "commit.retry.num-retries",
                "8",
                "commit.retry.min-wait-ms",
                "1",
                "commit.status-check.num-retries",
                "0",
                "write.parquet.compression-codec",
                "uncompressed")));
    write(Attempt.Verb.INSERT);
    write(Attempt.Verb.INSERT);
    if (upgraded) {
      write(Attempt.Verb.DELETE);
      committer.commit(table.store, new UpgradeFormatVersion(3));
    }
    List<Runnable> programs = new ArrayList<>();
    for (int w = 0; w < writers; w++) {
      programs.add(
          () -> {
            for (int i = 0; i < statementsEach; i++) {
              turns.next();
              write(verb());
            }
          });
    }
    turns.play(programs);
    table.store.deliver();
  }

  private Attempt.Verb verb() {
    return switch (random.nextInt(21)) {
      case 0, 1 -> Attempt.Verb.INSERT;
      case 2, 3, 4, 5 -> Attempt.Verb.DELETE;
      case 6, 7, 8, 9, 10 -> Attempt.Verb.UPDATE;
      case 11, 12, 13 -> Attempt.Verb.MERGE;
      case 14 -> Attempt.Verb.EQUALITY_DELETE;
      case 15 -> spec.isUnpartitioned() ? Attempt.Verb.UPDATE : Attempt.Verb.DROP;
      default -> Attempt.Verb.COMPACT;
    };
  }

  private void write(Attempt.Verb verb) {
    TableMetadata seen = table.store.metadata();
    ids++;
    String id = "s" + ids;
    long from = random.nextInt(KEYS);
    String column = verb == Attempt.Verb.MERGE || random.nextInt(4) > 0 ? "k" : "v";
    if (verb == Attempt.Verb.EQUALITY_DELETE) {
      column = "k";
    }
    Range range =
        column.equals("k")
            ? new Range("k", from, from + 1 + random.nextInt(4))
            : new Range("v", random.nextInt(2), 2 + random.nextInt(3));
    Attempt.Way way = random.nextBoolean() ? Attempt.Way.ON_WRITE : Attempt.Way.ON_READ;
    RaceStatement statement =
        new RaceStatement(
            table, random, new Attempt(id, verb, way, range, isolation), mutation, () -> ++uids);
    Operation operation = statement.run(table.view(seen));
    attempts.put(id, statement.attempt());
    turns.next();
    if (statement.doesNothing()) {
      attempts.remove(id);
      return;
    }
    Attempt.Told told = commit(operation);
    attempts.put(id, statement.attempt().told(told));
    if (told == Attempt.Told.CONFLICT || told == Attempt.Told.FAILED) {
      table.storage.deleteAll(statement.written());
    }
  }

  private Attempt.Told commit(Operation operation) {
    try {
      committer.commit(new ShakyStore(table.store, turns, random, faultRate), operation);
      return Attempt.Told.COMMITTED;
    } catch (CommitStateUnknownException e) {
      return Attempt.Told.UNKNOWN;
    } catch (CommitConflictException e) {
      reasons.merge(
          e.getMessage()
              .replaceAll("memory:\\S*|[0-9]+|\\(k[^)]*\\)|\\(v[^)]*\\)", "#")
              .replaceAll("(#, )+|snapshot.*", ""),
          1,
          Integer::sum);
      return Attempt.Told.CONFLICT;
    } catch (CommitFailedException | StorageException e) {
      return Attempt.Told.FAILED;
    }
  }

  /** The snapshots of main, oldest first. */
  List<Snapshot> history() {
    TableMetadata metadata = table.store.metadata();
    List<Snapshot> history = new ArrayList<>();
    OptionalLong next = metadata.currentSnapshotId();
    while (next.isPresent()) {
      Snapshot snapshot = metadata.requireSnapshot(next.getAsLong());
      history.add(0, snapshot);
      next = snapshot.parentSnapshotId();
    }
    return history;
  }

  /** The rows that are in the table at the end. */
  List<Row> rows() {
    return table.view(table.store.metadata()).rows().stream().map(RaceTable.Placed::row).toList();
  }

  /** For messages. */
  String describe() {
    StringBuilder text =
        new StringBuilder(
            "format version %d%s, %s, %s\n"
                .formatted(
                    formatVersion,
                    upgraded ? " (upgraded)" : "",
                    spec.isUnpartitioned() ? "unpartitioned" : "partitioned",
                    isolation));
    history()
        .forEach(
            s ->
                text.append(s.snapshotId())
                    .append(' ')
                    .append(s.operation().orElse("?"))
                    .append(s.summary().containsKey("rebased-over-commits") ? " rebased: " : ": ")
                    .append(attempts.get(s.summary().get("op-id")))
                    .append('\n'));
    return text.toString();
  }
}

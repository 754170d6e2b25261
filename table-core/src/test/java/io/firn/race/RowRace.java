package io.firn.race;

import io.firn.commit.CommitOutcome;
import io.firn.commit.Committer;
import io.firn.commit.FakeTime;
import io.firn.commit.Turns;
import io.firn.error.CommitConflictException;
import io.firn.error.CommitStateUnknownException;
import io.firn.error.FirnException;
import io.firn.model.Snapshot;
import io.firn.model.SnapshotRef;
import io.firn.model.SnapshotRef.RefType;
import io.firn.model.TableMetadata;
import io.firn.operation.NewTable;
import io.firn.operation.Operation;
import io.firn.operation.RewriteDeletes;
import io.firn.operation.SetRef;
import io.firn.operation.UpgradeFormatVersion;
import io.firn.partition.IdentityTransform;
import io.firn.partition.PartitionField;
import io.firn.partition.PartitionSpec;
import io.firn.race.Trouble.Death;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Random;
import java.util.TreeMap;
import java.util.UUID;

/**
 * Some writers that insert, delete, update, merge and compact the rows of one table at the same
 * time, over a storage and a catalog that fail and lose messages, until they are done or dead.
 */
final class RowRace {
  /** Where a snapshot's summary says which statement made it. */
  static final String STATEMENT_KEY = "op-id";

  final FakeTime time = new FakeTime();
  final RaceTable table = new RaceTable(time::millis);
  final RacePlan plan;

  /** By number of the statement. */
  final Map<Integer, Attempt> attempts = new TreeMap<>();

  /** Why statements failed, without names and numbers, and how often. */
  final Map<String, Integer> reasons = new TreeMap<>();

  private final Chance chance;
  private final Mutation mutation;
  private final Turns turns;
  private final List<Writer> writers = new ArrayList<>();

  RowRace(RacePlan plan, Chance chance, Mutation mutation) {
    this.plan = plan;
    this.chance = chance;
    this.mutation = mutation;
    this.turns = new Turns(this::nextWriter);
  }

  /** Runs it to the end; what came of it is in the table and in {@link #attempts}. */
  void run() {
    create();
    List<Runnable> programs = new ArrayList<>();
    for (List<Planned> statements : plan.writers()) {
      Writer writer = new Writer(chance, turns);
      writer.begin(statements.get(0).number());
      writers.add(writer);
      programs.add(() -> live(writer, statements));
    }
    turns.play(programs);
    table.store.deliver();
  }

  private int nextWriter(List<Integer> running) {
    List<Integer> statements = new ArrayList<>(running.size());
    running.forEach(w -> statements.add(writers.get(w).statement()));
    return running.get(statements.indexOf(chance.next(statements)));
  }

  private void create() {
    Committer committer = committer(new Random(0));
    committer.create(
        table.store,
        new NewTable(
            new UUID(1, 1),
            plan.upgraded() ? 2 : plan.formatVersion(),
            RaceTable.LOCATION,
            RaceTable.SCHEMA,
            plan.partitioned()
                ? new PartitionSpec(
                    0, List.of(new PartitionField(4, 1000, "p", IdentityTransform.IDENTITY)))
                : PartitionSpec.unpartitioned(),
            Map.of(
                "commit.retry.num-retries",
                "8",
                "commit.retry.min-wait-ms",
                "1",
                "commit.status-check.num-retries",
                "0",
                "commit.rebase.enabled",
                String.valueOf(plan.rebase()),
                "write.manifest.compression-codec",
                "none",
                "write.parquet.compression-codec",
                "uncompressed")));
    plan.before().forEach(statement -> write(statement, Writer.alone()));
    if (plan.upgraded()) {
      committer.commit(table.store, new UpgradeFormatVersion(3));
    }
    if (plan.branched()) {
      committer.commit(
          table.store,
          new SetRef(
              RacePlan.BRANCH,
              RefType.BRANCH,
              OptionalLong.empty(),
              OptionalInt.empty(),
              OptionalLong.empty(),
              OptionalLong.empty(),
              SetRef.Mode.CREATE));
    }
  }

  private Committer committer(Random random) {
    return new Committer(
        time,
        () -> new UUID(random.nextLong(), random.nextLong()),
        () -> random.nextLong(Long.MAX_VALUE),
        millis -> {
          time.sleep(millis);
          turns.next();
        },
        random::nextDouble);
  }

  private void live(Writer writer, List<Planned> statements) {
    try {
      for (Planned statement : statements) {
        writer.begin(statement.number());
        turns.next();
        write(statement, writer);
        if (writer.isDead()) {
          return;
        }
      }
    } catch (Death e) {
      // What it has written stays; nobody was told anything.
    }
  }

  private void write(Planned planned, Writer writer) {
    TableMetadata seen = table.store.metadata();
    Random random = new Random(planned.seed());
    ShakyStore store = new ShakyStore(table.store, writer);
    RaceStatement statement =
        new RaceStatement(table, store.storage(), random, planned, plan.isolation(), mutation);
    Attempt.Told told;
    List<Snapshot> met = List.of();
    try {
      Operation operation = statement.run(table.view(seen, planned.branch(), store.storage()));
      attempts.put(planned.number(), statement.attempt());
      told = statement.doesNothing() ? Attempt.Told.NOTHING : commit(store, random, operation);
    } catch (CommitStateUnknownException e) {
      told = Attempt.Told.UNKNOWN;
    } catch (CommitConflictException e) {
      told = Attempt.Told.CONFLICT;
      count(e);
      met = met(store, statement.attempt());
    } catch (FirnException e) {
      told = Attempt.Told.FAILED;
      count(e);
    }
    attempts.put(planned.number(), statement.attempt().told(told, met));
    if (told == Attempt.Told.CONFLICT || told == Attempt.Told.FAILED) {
      table.storage.deleteAll(statement.written());
    }
  }

  private Attempt.Told commit(ShakyStore store, Random random, Operation operation) {
    CommitOutcome outcome =
        committer(random)
            .commit(store, mutation == Mutation.LATE_BASE ? new LateBase(operation) : operation);
    boolean others = operation instanceof RewriteDeletes && outcome.snapshotIds().isEmpty();
    // Then others have taken in or removed all that was to be rewritten.
    return others ? Attempt.Told.NOTHING : Attempt.Told.COMMITTED;
  }

  private void count(FirnException failure) {
    String reason =
        String.valueOf(failure.getMessage())
            .replaceAll("memory:[^\\s,:\\]]*|[0-9]+|\\([kvw]_?[^)]*\\)", "#")
            .replaceAll("(#, )+|snapshot.*", "");
    reasons.merge(reason, 1, Integer::sum);
  }

  /** What had landed when a statement met a conflict. */
  private List<Snapshot> met(ShakyStore store, Attempt attempt) {
    Optional<TableMetadata> last = store.loaded().map(state -> state.metadata());
    if (last.isEmpty()) {
      return List.of();
    }
    List<Snapshot> line = line(last.get(), attempt.planned().branch());
    int from = 0;
    while (from < line.size()
        && !OptionalLong.of(line.get(from).snapshotId()).equals(attempt.base())) {
      from++;
    }
    return from >= line.size() ? List.of() : List.copyOf(line.subList(from + 1, line.size()));
  }

  /** The snapshots of a branch, oldest first. */
  List<Snapshot> history(String branch) {
    return line(table.store.metadata(), branch);
  }

  private static List<Snapshot> line(TableMetadata metadata, String branch) {
    List<Snapshot> line = new ArrayList<>();
    Optional<Snapshot> next = metadata.refSnapshot(branch);
    while (next.isPresent()) {
      line.add(0, next.get());
      OptionalLong parent = next.get().parentSnapshotId();
      next =
          parent.isPresent()
              ? Optional.of(metadata.requireSnapshot(parent.getAsLong()))
              : Optional.empty();
    }
    return line;
  }

  List<String> branches() {
    return plan.branched() ? List.of(SnapshotRef.MAIN, RacePlan.BRANCH) : List.of(SnapshotRef.MAIN);
  }

  /** The statement that made the snapshot. */
  Attempt attempt(Snapshot snapshot) {
    String id = snapshot.summary().get(STATEMENT_KEY);
    return attempts.get(Integer.parseInt(id.substring(1)));
  }

  /** For messages. */
  String describe() {
    StringBuilder text = new StringBuilder(plan.text());
    for (String branch : branches()) {
      text.append(branch).append(":\n");
      history(branch)
          .forEach(
              s ->
                  text.append(s.snapshotId())
                      .append(' ')
                      .append(s.operation().orElse("?"))
                      .append(s.summary().containsKey("rebased-over-commits") ? " rebased: " : ": ")
                      .append(attempt(s))
                      .append('\n'));
    }
    attempts.values().stream()
        .filter(a -> a.told() != Attempt.Told.COMMITTED)
        .forEach(a -> text.append("not committed: ").append(a).append('\n'));
    return text.toString();
  }
}

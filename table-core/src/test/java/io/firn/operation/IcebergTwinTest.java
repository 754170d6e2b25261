package io.firn.operation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.firn.catalog.TableStore;
import io.firn.catalog.hadoop.PathTableStore;
import io.firn.codec.oracle.IcebergModel;
import io.firn.commit.Committer;
import io.firn.error.FirnException;
import io.firn.expr.CaseSensitivity;
import io.firn.expr.Predicate;
import io.firn.io.local.LocalStorage;
import io.firn.model.ColumnStats;
import io.firn.model.DataFile;
import io.firn.model.FileContent;
import io.firn.model.FileFormat;
import io.firn.model.ManifestEntry;
import io.firn.model.ManifestFile;
import io.firn.types.SimpleType;
import io.firn.types.SingleValue;
import io.firn.types.StructValue;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.apache.hadoop.conf.Configuration;
import org.apache.iceberg.IcebergBuild;
import org.apache.iceberg.IcebergManifests;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.Table;
import org.apache.iceberg.exceptions.ValidationException;
import org.apache.iceberg.expressions.Expression;
import org.apache.iceberg.expressions.Expressions;
import org.apache.iceberg.hadoop.HadoopTables;
import org.apache.iceberg.types.Types;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Two tables live through the same random operations. Apache Iceberg commits all of them to the
 * one; to the other Firn commits most, and Iceberg the rest. After each operation, Iceberg reads
 * both, and they must be alike: summaries key by key, manifests one by one, entries one by one.
 */
@Tag("iceberg-oracle")
final class IcebergTwinTest {
  private static final List<String> CATEGORIES = List.of("a", "b", "c d");

  /**
   * Which outdated delete files Iceberg 1.11 cleans up depends on a race between its own threads,
   * so it gets no deletes to clean up.
   */
  private static final boolean WITH_DELETES = !IcebergBuild.version().startsWith("1.11");

  @TempDir private Path directory;

  private final HadoopTables tables = new HadoopTables(new Configuration());

  private final Set<String> summaryKeys = new TreeSet<>();

  @Test
  void bothTablesStayAlikeInFormatVersion2() {
    for (long seed = 1; seed <= 2; seed++) {
      Twins twins = new Twins(seed, 2);
      twins.live(12);
      twins.partitionByBucketToo();
      twins.live(12);
    }
    assertSeen("removed-position-delete-files", "removed-equality-delete-files");
  }

  @Test
  void bothTablesStayAlikeInFormatVersion3() {
    for (long seed = 1; seed <= 2; seed++) {
      Twins twins = new Twins(seed, 3);
      twins.live(12);
      twins.partitionByBucketToo();
      twins.live(12);
    }
    assertSeen("added-dvs", "removed-dvs", "removed-equality-delete-files");
  }

  @Test
  void bothTablesStayAlikeThroughAnUpgrade() {
    for (long seed = 11; seed <= 12; seed++) {
      Twins twins = new Twins(seed, 2);
      twins.live(10);
      twins.upgrade();
      twins.live(14);
    }
    assertSeen("added-dvs", "added-position-delete-files");
  }

  private void assertSeen(String... keys) {
    assertTrue(!WITH_DELETES || summaryKeys.containsAll(List.of(keys)), summaryKeys.toString());
    assertTrue(summaryKeys.contains("partitions.category=c+d"), summaryKeys.toString());
    assertTrue(summaryKeys.contains("failed"), summaryKeys.toString());
  }

  /** One operation, for either library. */
  private interface Step {
    void inIceberg(Table table);

    Operation inFirn();
  }

  private final class Twins {
    private final Random random;
    private final String seed;
    private final Table first;
    private final Table second;
    private final TableStore store;
    private final Committer committer = Committer.system();
    private int formatVersion;
    private int files;
    private int specId;

    Twins(long seed, int formatVersion) {
      this.random = new Random(seed);
      this.seed = "seed " + seed + ", version " + formatVersion;
      this.formatVersion = formatVersion;
      String name = "t" + seed + "-" + formatVersion;
      this.first = create(name + "-first");
      this.second = create(name + "-second");
      this.store = PathTableStore.at(new LocalStorage(), second.location());
    }

    private Table create(String name) {
      Schema schema =
          new Schema(
              Types.NestedField.required(1, "id", Types.LongType.get()),
              Types.NestedField.optional(2, "category", Types.StringType.get()));
      return tables.create(
          schema,
          PartitionSpec.builderFor(schema).identity("category").build(),
          Map.of(
              "format-version",
              Integer.toString(formatVersion),
              "commit.manifest.min-count-to-merge",
              "5",
              "write.summary.partition-limit",
              "2"),
          directory.resolve(name).toString());
    }

    void upgrade() {
      for (Table table : List.of(first, second)) {
        table.refresh();
        table.updateProperties().set("format-version", "3").commit();
      }
      formatVersion = 3;
    }

    void partitionByBucketToo() {
      for (Table table : List.of(first, second)) {
        table.refresh();
        table.updateSpec().addField(Expressions.bucket("id", 4)).commit();
      }
      specId = 1;
    }

    void live(int steps) {
      for (int i = 0; i < steps; i++) {
        Step step = next();
        boolean byFirn = random.nextInt(5) > 0;
        String where = seed + ", step " + i + " by " + (byFirn ? "Firn " : "Iceberg ") + step;
        Optional<Exception> failure = run(() -> step.inIceberg(first));
        Optional<Exception> other =
            byFirn
                ? run(() -> committer.commit(store, step.inFirn()))
                : run(() -> step.inIceberg(second));
        assertEquals(failure.isPresent(), other.isPresent(), where + failure + other);
        failure.ifPresent(f -> summaryKeys.add("failed"));
        first.refresh();
        second.refresh();
        assertAlike(where);
      }
    }

    private Optional<Exception> run(Runnable action) {
      try {
        action.run();
        return Optional.empty();
      } catch (ValidationException | FirnException e) {
        return Optional.of(e);
      }
    }

    private Step next() {
      List<DataFile> data = live(FileContent.DATA);
      int kind = data.isEmpty() ? random.nextInt(3) : random.nextInt(13);
      return switch (kind) {
        case 0, 1 -> append(Append.Mode.FAST, newData(1 + random.nextInt(3)));
        case 2 -> append(Append.Mode.MERGE, newData(1 + random.nextInt(3)));
        case 3, 4 -> overwrite(pick(data), newData(random.nextInt(2)));
        case 5 ->
            overwriteByFilter(
                category(), random.nextBoolean() ? List.of() : newData(1, anyPartition()));
        case 6 -> replacePartitions(newData(1 + random.nextInt(2)));
        case 7, 8 -> WITH_DELETES ? positionDeletes(data) : append(Append.Mode.MERGE, newData(1));
        case 9 ->
            WITH_DELETES
                ? equalityDeletes(data.get(random.nextInt(data.size())))
                : append(Append.Mode.MERGE, newData(1));
        case 10 -> deleteCategory(category());
        case 11 -> deleteBelow(random.nextInt(files * 10));
        default -> rewrite(pick(data));
      };
    }

    private List<DataFile> live(FileContent content) {
      List<DataFile> live = new ArrayList<>();
      for (ManifestEntry entry : entries(first)) {
        if (entry.isLive() && entry.file().content() == content) {
          live.add(entry.file());
        }
      }
      return live;
    }

    private List<DataFile> pick(List<DataFile> data) {
      List<DataFile> rest = new ArrayList<>(data);
      List<DataFile> picked = new ArrayList<>();
      for (int i = 0; i < 2 && !rest.isEmpty(); i++) {
        picked.add(rest.remove(random.nextInt(rest.size())));
      }
      return picked;
    }

    private String category() {
      return CATEGORIES.get(random.nextInt(CATEGORIES.size()));
    }

    private StructValue anyPartition() {
      return partition(random.nextInt(8) == 0 ? null : category());
    }

    private StructValue partition(@Nullable String category) {
      return specId == 0 ? StructValue.of(category) : StructValue.of(category, random.nextInt(4));
    }

    private List<DataFile> newData(int count) {
      List<DataFile> added = new ArrayList<>();
      for (int i = 0; i < count; i++) {
        added.addAll(newData(1, anyPartition()));
      }
      return added;
    }

    /** Files of ten rows each: file n has the ids from 10 n to 10 n + 9. */
    private List<DataFile> newData(int count, StructValue partition) {
      List<DataFile> added = new ArrayList<>();
      for (int i = 0; i < count; i++) {
        long id = 10L * files;
        added.add(
            DataFile.parquet(
                    "/data/" + files++ + ".parquet", specOf(partition), partition, 10, 1000 + id)
                .withSortOrderId(OptionalInt.of(0))
                .withStats(
                    new ColumnStats(
                        Map.of(),
                        Map.of(1, 10L),
                        Map.of(1, 0L),
                        Map.of(),
                        Map.of(1, SingleValue.toBytes(SimpleType.LONG, id)),
                        Map.of(1, SingleValue.toBytes(SimpleType.LONG, id + 9)))));
      }
      return added;
    }

    private static int specOf(StructValue partition) {
      return partition.size() - 1;
    }

    private DataFile deletes(FileContent content, StructValue partition, long rows) {
      return new DataFile(
          content,
          "/data/" + files++ + "-deletes.parquet",
          FileFormat.PARQUET,
          specOf(partition),
          partition,
          rows,
          500,
          ColumnStats.none(),
          Optional.empty(),
          List.of(),
          content == FileContent.EQUALITY_DELETES ? List.of(1) : List.of(),
          content == FileContent.EQUALITY_DELETES ? OptionalInt.of(0) : OptionalInt.empty(),
          OptionalLong.empty(),
          Optional.empty(),
          OptionalLong.empty(),
          OptionalLong.empty());
    }

    private DataFile vector(DataFile data, long rows) {
      return new DataFile(
          FileContent.POSITION_DELETES,
          "/data/" + files++ + "-deletes.puffin",
          FileFormat.PUFFIN,
          data.specId(),
          data.partition(),
          rows,
          5000,
          ColumnStats.none(),
          Optional.empty(),
          List.of(),
          List.of(),
          OptionalInt.empty(),
          OptionalLong.empty(),
          Optional.of(data.filePath()),
          OptionalLong.of(4),
          OptionalLong.of(40));
    }

    private Step append(Append.Mode mode, List<DataFile> added) {
      return step(
          "append " + mode,
          table -> {
            var append = mode == Append.Mode.FAST ? table.newFastAppend() : table.newAppend();
            added.forEach(f -> append.appendFile(IcebergFiles.data(table, f)));
            append.commit();
          },
          new Append(SnapshotOptions.main(), added, mode));
    }

    private Step overwrite(List<DataFile> removed, List<DataFile> added) {
      return step(
          "overwrite",
          table -> {
            var overwrite = table.newOverwrite();
            removed.forEach(f -> overwrite.deleteFile(IcebergFiles.data(table, f)));
            added.forEach(f -> overwrite.addFile(IcebergFiles.data(table, f)));
            overwrite.commit();
          },
          new Overwrite(SnapshotOptions.main(), statement(), removed, added));
    }

    private Step overwriteByFilter(String category, List<DataFile> added) {
      return step(
          "overwrite by filter",
          table -> {
            var overwrite =
                table.newOverwrite().overwriteByRowFilter(Expressions.equal("category", category));
            added.forEach(f -> overwrite.addFile(IcebergFiles.data(table, f)));
            overwrite.commit();
          },
          new OverwriteByFilter(
              SnapshotOptions.main(),
              Predicate.equal("category", category),
              CaseSensitivity.SENSITIVE,
              added,
              Validation.none()));
    }

    private Step replacePartitions(List<DataFile> added) {
      return step(
          "replace partitions",
          table -> {
            var replace = table.newReplacePartitions();
            added.forEach(f -> replace.addFile(IcebergFiles.data(table, f)));
            replace.commit();
          },
          new ReplacePartitions(SnapshotOptions.main(), added, Validation.none()));
    }

    private Step positionDeletes(List<DataFile> data) {
      DataFile target = data.get(random.nextInt(data.size()));
      List<DataFile> added =
          List.of(
              formatVersion > 2
                  ? vector(target, 1 + random.nextInt(5))
                  : deletes(FileContent.POSITION_DELETES, target.partition(), 2));
      List<DataFile> replaced = new ArrayList<>();
      for (DataFile old : live(FileContent.POSITION_DELETES)) {
        if (old.referencedDataFile().filter(target.filePath()::equals).isPresent()) {
          replaced.add(old);
        }
      }
      List<DataFile> rows = random.nextInt(3) == 0 ? newData(1) : List.of();
      return rowDelta("position deletes", rows, added, replaced);
    }

    private Step equalityDeletes(DataFile target) {
      return rowDelta(
          "equality deletes",
          List.of(),
          List.of(deletes(FileContent.EQUALITY_DELETES, target.partition(), 3)),
          List.of());
    }

    private Step rowDelta(
        String name, List<DataFile> rows, List<DataFile> added, List<DataFile> removed) {
      return step(
          name,
          table -> {
            var delta = table.newRowDelta();
            rows.forEach(f -> delta.addRows(IcebergFiles.data(table, f)));
            added.forEach(f -> delta.addDeletes(IcebergFiles.delete(table, f)));
            removed.forEach(f -> delta.removeDeletes(IcebergFiles.delete(table, f)));
            if (table.currentSnapshot() != null) {
              delta.validateFromSnapshot(table.currentSnapshot().snapshotId());
            }
            delta.commit();
          },
          new RowDelta(
              SnapshotOptions.main(), statement(), new RowChanges(rows, added, removed, Set.of())));
    }

    private Step deleteCategory(String category) {
      return delete(Expressions.equal("category", category), Predicate.equal("category", category));
    }

    private Step deleteBelow(long id) {
      return delete(
          Expressions.lessThan("id", id), Predicate.compare(Predicate.Operator.LT, "id", id));
    }

    private Step delete(Expression expression, Predicate predicate) {
      return step(
          "delete " + expression,
          table -> table.newDelete().deleteFromRowFilter(expression).commit(),
          new DeleteByFilter(SnapshotOptions.main(), predicate, CaseSensitivity.SENSITIVE));
    }

    private Step rewrite(List<DataFile> removed) {
      long sequenceNumber = first.currentSnapshot().sequenceNumber();
      DataFile one = newData(1, removed.get(0).partition()).get(0);
      return step(
          "rewrite",
          table ->
              table
                  .newRewrite()
                  .rewriteFiles(
                      Set.copyOf(removed.stream().map(f -> IcebergFiles.data(table, f)).toList()),
                      Set.of(IcebergFiles.data(table, one)),
                      sequenceNumber)
                  .commit(),
          new RewriteFiles(
              SnapshotOptions.main(),
              OptionalLong.empty(),
              removed,
              List.of(),
              List.of(one),
              List.of(),
              OptionalLong.of(sequenceNumber)));
    }

    private Statement statement() {
      second.refresh();
      OptionalLong base =
          second.currentSnapshot() == null
              ? OptionalLong.empty()
              : OptionalLong.of(second.currentSnapshot().snapshotId());
      return new Statement(
          RowLevelCommand.MERGE,
          base,
          Predicate.ALWAYS_TRUE,
          CaseSensitivity.SENSITIVE,
          Isolation.SERIALIZABLE);
    }

    private Step step(String name, Consumer<Table> iceberg, Operation firn) {
      return new Step() {
        @Override
        public void inIceberg(Table table) {
          iceberg.accept(table);
        }

        @Override
        public Operation inFirn() {
          return firn;
        }

        @Override
        public String toString() {
          return name;
        }
      };
    }

    private void assertAlike(String where) {
      if (first.currentSnapshot() == null) {
        assertTrue(second.currentSnapshot() == null, where);
        return;
      }
      Snapshot a = first.currentSnapshot();
      Snapshot b = second.currentSnapshot();
      assertEquals(a.operation(), b.operation(), where);
      assertEquals(summary(a), summary(b), where);
      summaryKeys.addAll(a.summary().keySet());
      assertEquals(a.sequenceNumber(), b.sequenceNumber(), where);
      assertEquals(a.firstRowId(), b.firstRowId(), where);
      assertEquals(a.addedRows(), b.addedRows(), where);
      assertEquals(a.schemaId(), b.schemaId(), where);
      assertEquals(manifests(first), manifests(second), where);
      List<ManifestEntry> expected = comparable(first);
      List<ManifestEntry> actual = comparable(second);
      assertEquals(expected.size(), actual.size(), where);
      for (int i = 0; i < expected.size(); i++) {
        assertEquals(expected.get(i), actual.get(i), where + ", entry " + i);
      }
    }

    /** Without what says who wrote it. */
    private static Map<String, String> summary(Snapshot snapshot) {
      Map<String, String> summary = new TreeMap<>(snapshot.summary());
      summary.remove("iceberg-version");
      return summary;
    }

    /** Without names and lengths, which differ; the number of a snapshot stands for its id. */
    private static List<ManifestFile> manifests(Table table) {
      Map<Long, Long> numbers = sequenceNumbers(table);
      return table.currentSnapshot().allManifests(table.io()).stream()
          .map(IcebergModel::manifest)
          .map(
              m ->
                  new ManifestFile(
                      "",
                      0,
                      m.partitionSpecId(),
                      m.content(),
                      m.sequenceNumber(),
                      m.minSequenceNumber(),
                      numbers.get(m.addedSnapshotId()),
                      m.addedFilesCount(),
                      m.existingFilesCount(),
                      m.deletedFilesCount(),
                      m.addedRowsCount(),
                      m.existingRowsCount(),
                      m.deletedRowsCount(),
                      m.partitions(),
                      m.keyMetadata(),
                      m.firstRowId()))
          .toList();
    }

    private static Map<Long, Long> sequenceNumbers(Table table) {
      Map<Long, Long> numbers = new HashMap<>();
      table.snapshots().forEach(s -> numbers.put(s.snapshotId(), s.sequenceNumber()));
      return numbers;
    }

    private static List<ManifestEntry> comparable(Table table) {
      Map<Long, Long> numbers = sequenceNumbers(table);
      return entries(table).stream()
          .map(
              e ->
                  new ManifestEntry(
                      e.status(),
                      OptionalLong.of(numbers.get(e.snapshotId().getAsLong())),
                      e.sequenceNumber(),
                      e.fileSequenceNumber(),
                      e.file()))
          .toList();
    }

    private static List<ManifestEntry> entries(Table table) {
      if (table.currentSnapshot() == null) {
        return List.of();
      }
      List<ManifestEntry> entries = new ArrayList<>();
      for (var manifest : table.currentSnapshot().allManifests(table.io())) {
        IcebergManifests.entries(manifest, table.io(), table.specs()).stream()
            .map(IcebergModel::entry)
            .forEach(entries::add);
      }
      return entries;
    }
  }
}

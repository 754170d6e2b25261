package io.firn.race;

import io.firn.codec.parquet.PositionDeleteFile;
import io.firn.codec.parquet.PositionDeleteWriter;
import io.firn.codec.parquet.RowFileSettings;
import io.firn.codec.puffin.DeletionVectorWriter;
import io.firn.conflict.KeyCollector;
import io.firn.conflict.KeyColumn;
import io.firn.conflict.ReadRows;
import io.firn.deletes.PositionSet;
import io.firn.expr.CaseSensitivity;
import io.firn.expr.Predicate;
import io.firn.io.Storage;
import io.firn.maintenance.deletes.DeleteGroup;
import io.firn.maintenance.deletes.DeleteRewriteOptions;
import io.firn.maintenance.deletes.DeleteRewritePlanner;
import io.firn.model.DataFile;
import io.firn.model.Snapshot;
import io.firn.operation.AgedFile;
import io.firn.operation.Append;
import io.firn.operation.DeleteByFilter;
import io.firn.operation.Isolation;
import io.firn.operation.MergeInsert;
import io.firn.operation.Operation;
import io.firn.operation.Overwrite;
import io.firn.operation.Replacement;
import io.firn.operation.RewriteDeletes;
import io.firn.operation.RewriteFiles;
import io.firn.operation.RowChanges;
import io.firn.operation.RowDelta;
import io.firn.operation.RowLevelCommand;
import io.firn.operation.SchemaEdit;
import io.firn.operation.SnapshotOptions;
import io.firn.operation.SpecEdit;
import io.firn.operation.Statement;
import io.firn.operation.UpdateSchema;
import io.firn.operation.UpdateSpec;
import io.firn.operation.UpgradeFormatVersion;
import io.firn.partition.IdentityTransform;
import io.firn.partition.PartitionSpec;
import io.firn.race.Planned.Verb;
import io.firn.race.Planned.Way;
import io.firn.race.RaceTable.Placed;
import io.firn.race.RaceTable.View;
import io.firn.rowmap.RowMap;
import io.firn.rowmap.RowMapBuilder;
import io.firn.rowmap.RowMapKind;
import io.firn.rowmap.RowMapPart;
import io.firn.rowmap.RunCursor;
import io.firn.scan.FileTask;
import io.firn.types.Schema;
import io.firn.types.SimpleType;
import io.firn.types.StructValue;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;

/** One statement of one writer: reads a view, writes files, and makes the operation to commit. */
final class RaceStatement {
  private final RaceTable table;
  private final Random random;
  private final Storage storage;
  private final Planned planned;
  private final Verb verb;
  private final Way way;
  private final Range range;
  private final Isolation isolation;
  private final Mutation mutation;
  private OptionalLong base = OptionalLong.empty();
  private final Set<Long> touched = new HashSet<>();
  private final List<Row> inserted = new ArrayList<>();
  private final Set<String> written = new LinkedHashSet<>();
  private boolean doesNothing;

  RaceStatement(
      RaceTable table,
      Storage storage,
      Random random,
      Planned planned,
      Isolation isolation,
      Mutation mutation) {
    this.table = table;
    this.storage = storage;
    this.random = random;
    this.planned = planned;
    this.verb = planned.verb();
    this.way = planned.way();
    this.range = planned.range();
    this.isolation = isolation;
    this.mutation = mutation;
  }

  /** What it did so far; nobody has answered yet. */
  Attempt attempt() {
    return new Attempt(
        planned, base, Set.copyOf(touched), List.copyOf(inserted), Attempt.Told.UNKNOWN, List.of());
  }

  /** Rows are told apart by the statement that brought them. */
  private Row newRow(long k) {
    return new Row(planned.number() * 1000L + inserted.size(), k, 0);
  }

  Set<String> written() {
    return written;
  }

  boolean doesNothing() {
    return doesNothing;
  }

  Operation run(View view) {
    base = view.snapshotId();
    return switch (verb) {
      case INSERT -> insert(view);
      case COMPACT, FOREIGN_COMPACT -> compact(view);
      case REWRITE_DELETES -> rewriteDeletes(view);
      case DROP ->
          new DeleteByFilter(
              options(), Predicate.equal("p", (int) (range.from() % 2)), CaseSensitivity.SENSITIVE);
      case EQUALITY_DELETE -> deleteByKey(view);
      case SCHEMA -> evolve(view);
      case SPEC -> repartition(view);
      case UPGRADE -> new UpgradeFormatVersion(3);
      default -> change(view);
    };
  }

  private SnapshotOptions options() {
    return new SnapshotOptions(
        planned.branch(),
        SnapshotOptions.Publication.CURRENT,
        Map.of(RowRace.STATEMENT_KEY, planned.id()));
  }

  private Operation insert(View view) {
    int count = 2 + random.nextInt(5);
    for (int i = 0; i < count; i++) {
      inserted.add(newRow(random.nextInt(12)));
    }
    return new Append(options(), write(inserted, view), Append.Mode.MERGE);
  }

  private Operation evolve(View view) {
    Schema schema = view.metadata().schema();
    String name = schema.field(3).orElseThrow().name();
    String other = name.equals("v") ? "w" : "v";
    int kind = random.nextInt(4);
    SchemaEdit edit;
    if (kind == 0) {
      edit = new SchemaEdit.RenameColumn(List.of(name), other);
    } else if (kind == 1 && schema.fields().size() > 4) {
      edit = new SchemaEdit.DropColumn(List.of(schema.fields().get(4).name()));
    } else {
      // Also by the name that another column had once.
      String added = kind == 2 && schema.field(other).isEmpty() ? other : "x" + planned.number();
      edit =
          new SchemaEdit.AddColumn(
              List.of(added),
              SimpleType.LONG,
              false,
              Optional.empty(),
              Optional.empty(),
              new SchemaEdit.Position.Last());
    }
    return new UpdateSchema(List.of(edit), CaseSensitivity.SENSITIVE);
  }

  private Operation repartition(View view) {
    SpecEdit edit =
        view.metadata().spec().isUnpartitioned()
            ? new SpecEdit.AddField("p", IdentityTransform.IDENTITY, Optional.empty())
            : new SpecEdit.DropFieldByTransform("p", IdentityTransform.IDENTITY);
    return new UpdateSpec(List.of(edit), CaseSensitivity.SENSITIVE);
  }

  private Operation deleteByKey(View view) {
    List<DataFile> deletes = new ArrayList<>();
    PartitionSpec spec =
        way == Way.ON_WRITE ? view.metadata().spec(0).orElseThrow() : view.metadata().spec();
    for (int p = 0; p < (spec.isUnpartitioned() ? 1 : 2); p++) {
      DataFile file =
          table.equalityDelete(
              range,
              spec.isUnpartitioned() ? StructValue.empty() : StructValue.of(p),
              spec,
              storage);
      written.add(file.filePath());
      deletes.add(file);
    }
    return new RowDelta(
        options(),
        new Statement(
            RowLevelCommand.DELETE,
            base,
            Predicate.ALWAYS_TRUE,
            CaseSensitivity.SENSITIVE,
            Isolation.SNAPSHOT),
        new RowChanges(List.of(), deletes, List.of(), Set.of()));
  }

  private Operation change(View view) {
    List<Placed> matched = view.rows().stream().filter(p -> range.matches(p.row())).toList();
    if (verb == Verb.MERGE || verb == Verb.MERGE_INSERT) {
      Set<Long> keys = new HashSet<>();
      matched.forEach(p -> keys.add(p.row().k()));
      for (long k = range.from(); k < range.to(); k++) {
        if (!keys.contains(k)) {
          inserted.add(newRow(k));
        }
      }
    }
    if (verb == Verb.MERGE_INSERT) {
      doesNothing = inserted.isEmpty();
      return new MergeInsert(
          options(), statement(RowLevelCommand.MERGE, view), write(inserted, view));
    }
    matched.forEach(p -> touched.add(p.row().uid()));
    doesNothing = matched.isEmpty() && inserted.isEmpty();
    Statement statement =
        statement(
            mutation == Mutation.WRONG_COMMAND
                ? RowLevelCommand.DELETE
                : RowLevelCommand.valueOf(verb.name()),
            view);
    return way == Way.ON_READ
        ? onRead(view, matched, statement)
        : onWrite(view, matched, statement);
  }

  /** Half of the MERGEs know the keys that they looked up, the others only a filter. */
  private Statement statement(RowLevelCommand command, View view) {
    ReadRows rows =
        ReadRows.matching(range.predicate(view.metadata().schema()), CaseSensitivity.SENSITIVE);
    if (command == RowLevelCommand.MERGE && planned.seed() % 2 == 0) {
      KeyCollector keys =
          KeyCollector.ofAll(List.of(new KeyColumn(2, SimpleType.LONG, KeyColumn.Nulls.UNEQUAL)));
      for (long k = range.from(); k < range.to(); k++) {
        keys.add(k);
      }
      rows =
          ReadRows.matching(Predicate.ALWAYS_TRUE, CaseSensitivity.SENSITIVE).passing(keys.keys());
    }
    return new Statement(
        command,
        base,
        rows,
        command == RowLevelCommand.MERGE
            ? Statement.Unchanged.HINDER_INSERTS
            : Statement.Unchanged.DO_NOT_MATTER,
        isolation);
  }

  private Operation onRead(View view, List<Placed> matched, Statement statement) {
    Map<String, FileTask> tasks = new TreeMap<>();
    Map<String, PositionSet> deletes = new TreeMap<>();
    for (Placed row : matched) {
      tasks.put(row.path(), row.task());
      deletes.computeIfAbsent(row.path(), p -> new PositionSet()).add(row.position());
    }
    List<Row> rows = new ArrayList<>(inserted);
    if (verb != Verb.DELETE) {
      matched.forEach(p -> rows.add(p.row().updated()));
    }
    boolean vectors = view.metadata().formatVersion() >= 3;
    Map<String, List<DataFile>> takenIn = new HashMap<>();
    List<DataFile> removed = new ArrayList<>();
    tasks.forEach(
        (path, task) -> {
          List<DataFile> earlier =
              task.positionDeletes().stream()
                  .filter(d -> vectors || d.referencedDataFile().isPresent())
                  .toList();
          if (!earlier.isEmpty()) {
            takenIn.put(path, earlier);
            if (mutation != Mutation.FORGOTTEN_DELETES) {
              deletes.get(path).addAll(dead(task, earlier));
            }
            earlier.stream().filter(d -> d.referencedDataFile().isPresent()).forEach(removed::add);
          }
        });
    List<DataFile> added = vectors ? vectors(tasks, deletes) : positions(tasks, deletes);
    return new RowDelta(
        options(),
        statement,
        new RowChanges(write(rows, view), added, removed, tasks.keySet(), takenIn));
  }

  private PositionSet dead(FileTask task, List<DataFile> deletes) {
    return table.dead(
        new FileTask(task.file(), 0, deletes, List.of(), Predicate.ALWAYS_TRUE), storage);
  }

  private List<DataFile> vectors(Map<String, FileTask> tasks, Map<String, PositionSet> deletes) {
    if (tasks.isEmpty()) {
      return List.of();
    }
    String location = newLocation("-deletes.puffin");
    DeletionVectorWriter writer =
        DeletionVectorWriter.create(storage.newOutputFile(location), "race");
    try (writer) {
      tasks.forEach(
          (path, task) ->
              writer.add(path, task.file().specId(), task.file().partition(), deletes.get(path)));
    }
    return writer.toDataFiles();
  }

  /** A file for each data file, or one for all of a partition. */
  private List<DataFile> positions(Map<String, FileTask> tasks, Map<String, PositionSet> deletes) {
    boolean byPartition = random.nextBoolean();
    Map<Object, List<FileTask>> groups = new LinkedHashMap<>();
    tasks.forEach(
        (path, task) ->
            groups
                .computeIfAbsent(
                    byPartition ? task.file().partition() : path, g -> new ArrayList<>())
                .add(task));
    List<DataFile> files = new ArrayList<>();
    for (List<FileTask> group : groups.values()) {
      PositionDeleteWriter writer =
          PositionDeleteWriter.create(
              storage.newOutputFile(newLocation("-deletes.parquet")),
              group.get(0).file().specId(),
              group.get(0).file().partition(),
              RowFileSettings.ofDeletes(Map.of("write.parquet.compression-codec", "uncompressed")));
      try (writer) {
        for (FileTask task : group) {
          deletes.get(task.file().filePath()).forEach(p -> writer.add(task.file().filePath(), p));
        }
      }
      files.add(writer.toDataFile());
    }
    return files;
  }

  private String newLocation(String suffix) {
    String location = table.newLocation(suffix);
    written.add(location);
    return location;
  }

  private Operation onWrite(View view, List<Placed> matched, Statement statement) {
    Set<String> paths = new HashSet<>();
    matched.forEach(p -> paths.add(p.path()));
    // Also a file without any matching row, as when nothing filtered the groups.
    view.tasks().stream()
        .filter(t -> random.nextInt(6) == 0)
        .forEach(t -> paths.add(t.file().filePath()));
    Rewrite rewrite = new Rewrite(view, paths);
    for (Placed row : view.rows()) {
      if (paths.contains(row.path())) {
        if (!range.matches(row.row())) {
          rewrite.carry(row);
        } else if (verb != Verb.DELETE) {
          rewrite.add(row.row().updated());
        }
      }
    }
    inserted.forEach(rewrite::add);
    return new Overwrite(options(), statement, rewrite.replacement(RowMapKind.ROW_CHANGE, view));
  }

  private Operation compact(View view) {
    Set<String> paths = new HashSet<>();
    view.tasks().stream()
        .filter(t -> random.nextBoolean())
        .forEach(t -> paths.add(t.file().filePath()));
    doesNothing = paths.isEmpty();
    Rewrite rewrite = new Rewrite(view, paths);
    view.rows().stream().filter(p -> paths.contains(p.path())).forEach(rewrite::carry);
    OptionalLong age = view.snapshot().stream().mapToLong(s -> s.sequenceNumber()).findFirst();
    Replacement replacement = rewrite.replacement(RowMapKind.COMPACTION, view);
    if (verb == Verb.FOREIGN_COMPACT) {
      replacement = Replacement.unmapped(replacement.removed(), replacement.added());
    }
    return new RewriteFiles(
        options(),
        base,
        replacement,
        List.of(),
        mutation == Mutation.WRONG_AGE && age.isPresent()
            ? OptionalLong.of(age.getAsLong() + 3)
            : age);
  }

  /** Groups of a few files each, some of them. */
  private Operation rewriteDeletes(View view) {
    DeleteRewriteOptions groups =
        DeleteRewriteOptions.of(
            Map.of(
                "rewrite-all", "true", "max-file-group-input-files", "" + (1 + random.nextInt(4))),
            Map.of());
    List<DataFile> removed = new ArrayList<>();
    List<AgedFile> added = new ArrayList<>();
    boolean vectors = view.metadata().formatVersion() >= 3;
    Optional<Snapshot> snapshot = view.snapshot();
    if (snapshot.isPresent()) {
      for (DeleteGroup group :
          new DeleteRewritePlanner(storage, view.metadata(), groups)
              .plan(snapshot.get(), Predicate.ALWAYS_TRUE, CaseSensitivity.SENSITIVE)) {
        if (vectors || random.nextInt(3) > 0) {
          group.files().forEach(file -> removed.add(file.file()));
          merged(group, vectors)
              .forEach(file -> added.add(new AgedFile(file, group.dataSequenceNumber())));
        }
      }
    }
    doesNothing = removed.isEmpty();
    return new RewriteDeletes(options(), base.orElse(-1), removed, added);
  }

  private List<DataFile> merged(DeleteGroup group, boolean vectors) {
    Map<String, PositionSet> deletes = new TreeMap<>();
    for (AgedFile file : group.files()) {
      PositionDeleteFile.readAll(storage, file.file())
          .forEach(
              (path, positions) -> {
                Long age = group.targets().get(path);
                if (age != null && age <= file.dataSequenceNumber()) {
                  deletes.computeIfAbsent(path, p -> new PositionSet()).addAll(positions);
                }
              });
    }
    Map<String, FileTask> tasks = new LinkedHashMap<>();
    deletes
        .keySet()
        .forEach(
            path ->
                tasks.put(
                    path,
                    new FileTask(
                        DataFile.parquet(
                            path, group.partition().specId(), group.partition().partition(), 0, 0),
                        0,
                        List.of(),
                        List.of(),
                        Predicate.ALWAYS_TRUE)));
    return vectors ? vectors(tasks, deletes) : positions(tasks, deletes);
  }

  /** Rows on their way to new files, by partition and with where they come from. */
  private final class Rewrite {
    private final View view;
    private final Set<String> paths;
    private final Map<Integer, List<Row>> rows = new TreeMap<>();
    private final Map<Integer, List<Optional<Placed>>> origins = new TreeMap<>();

    Rewrite(View view, Set<String> paths) {
      this.view = view;
      this.paths = paths;
    }

    void carry(Placed row) {
      add(row.row(), Optional.of(row));
    }

    void add(Row row) {
      add(row, Optional.empty());
    }

    private void add(Row row, Optional<Placed> origin) {
      int partition = view.metadata().spec().isUnpartitioned() ? 0 : row.partition();
      rows.computeIfAbsent(partition, p -> new ArrayList<>()).add(row);
      origins.computeIfAbsent(partition, p -> new ArrayList<>()).add(origin);
    }

    Replacement replacement(RowMapKind kind, View base) {
      List<DataFile> removed = new ArrayList<>();
      Map<String, List<DataFile>> deletesAtBase = new HashMap<>();
      RowMapBuilder builder = new RowMapBuilder(kind, base.snapshotId().orElse(-1));
      for (FileTask task : base.tasks()) {
        if (paths.contains(task.file().filePath())) {
          removed.add(task.file());
          builder.source(task.file().filePath(), task.file().recordCount());
          if (!task.positionDeletes().isEmpty()) {
            deletesAtBase.put(task.file().filePath(), task.positionDeletes());
          }
        }
      }
      RowMapPart part = new RowMapPart();
      RunCursor cursor = new RunCursor(part);
      List<DataFile> added = new ArrayList<>();
      rows.forEach(
          (partition, all) -> {
            // Files of at most five rows, so that one source goes to several targets.
            for (int from = 0; from < all.size(); from += 5) {
              int to = Math.min(all.size(), from + 5);
              DataFile file = write(all.subList(from, to));
              added.add(file);
              builder.target(file.filePath(), file.recordCount());
              cursor.begin(file.filePath());
              for (Optional<Placed> origin : origins.get(partition).subList(from, to)) {
                if (origin.isPresent()) {
                  cursor.carried(part.source(origin.get().path()), origin.get().position());
                } else {
                  cursor.newRow();
                }
              }
              cursor.finishRun();
            }
          });
      return new Replacement(removed, added, deletesAtBase, map(builder, part));
    }

    /** A map whose mistake is found out when it is made is none: races look for the others. */
    private Optional<RowMap> map(RowMapBuilder builder, RowMapPart part) {
      if (mutation == Mutation.NONE) {
        return Optional.of(builder.add(part).build());
      }
      try {
        return Optional.of(builder.add(mutation.spoil(part)).build());
      } catch (IllegalArgumentException e) {
        return Optional.empty();
      }
    }

    private DataFile write(List<Row> some) {
      DataFile file = table.write(some, view.metadata().spec(), view.metadata().schema(), storage);
      written.add(file.filePath());
      return file;
    }
  }

  private List<DataFile> write(List<Row> rows, View view) {
    PartitionSpec spec = view.metadata().spec();
    Map<Integer, List<Row>> byPartition = new TreeMap<>();
    rows.forEach(
        row ->
            byPartition
                .computeIfAbsent(
                    spec.isUnpartitioned() ? 0 : row.partition(), p -> new ArrayList<>())
                .add(row));
    List<DataFile> files = new ArrayList<>();
    for (List<Row> some : byPartition.values()) {
      DataFile file = table.write(some, spec, view.metadata().schema(), storage);
      written.add(file.filePath());
      files.add(file);
    }
    return files;
  }
}

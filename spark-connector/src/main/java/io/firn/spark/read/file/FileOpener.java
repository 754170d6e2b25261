package io.firn.spark.read.file;

import io.firn.expr.Binder;
import io.firn.expr.Predicate;
import io.firn.expr.Residuals;
import io.firn.model.DataFile;
import io.firn.partition.PartitionSpec;
import io.firn.scan.FileTask;
import io.firn.scan.SplitTask;
import io.firn.spark.read.vector.ConstantVectors;
import io.firn.types.Field;
import io.firn.types.ReservedFields;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.vectorized.ColumnVector;

/** Opens the files of a task, one at a time. */
final class FileOpener {
  private final ScanFacts facts;
  private final DeleteLoader deletes;
  private final Configuration conf;

  /** {@code conf} is one of {@link ParquetFile#readerConf}, the task's own. */
  FileOpener(ScanFacts facts, DeleteLoader deletes, Configuration conf) {
    this.facts = facts;
    this.deletes = deletes;
    this.conf = conf;
  }

  /** Opens a part of a file; empty if it has no rows that can match. */
  Optional<FileBatches> open(SplitTask split) throws IOException {
    FileTask task = split.task();
    FileRules rules = FileRules.of(task, deletes, facts.allColumns());
    if (rules.readNothing()) {
      return Optional.empty();
    }
    ReadColumns read = new ReadColumns(facts.output(), facts.allColumns(), rules.keyIds());
    FileFacts fileFacts = fileFacts(task);
    if (needsNothingStored(split, read, fileFacts)) {
      return Optional.of(counted(task, fileFacts, read, rules));
    }
    DataFile file = task.file();
    try (ParquetFile parquet =
        ParquetFile.open(
            conf, file.filePath(), file.fileSizeInBytes(), split.start(), split.length())) {
      if (parquet.isEmpty()) {
        return Optional.empty();
      }
      return read(parquet, task, fileFacts, read, rules);
    }
  }

  private Optional<FileBatches> read(
      ParquetFile parquet, FileTask task, FileFacts fileFacts, ReadColumns read, FileRules rules)
      throws IOException {
    ParquetFields fields = ParquetFields.of(parquet.schema(), facts.namesById());
    Pushed pushed = push(task, fields, fileFacts);
    if (pushed instanceof Pushed.Nothing) {
      return Optional.empty();
    }
    Optional<Pushed.Filter> filter =
        pushed instanceof Pushed.Filter f ? Optional.of(f) : Optional.empty();
    FileProjection projection = new FileProjection(fileFacts, fields, read);
    List<FileProjection.ColumnPlan> plans = outputPlans(projection, read);
    boolean positions = projection.usesPositions() || rules.usePositions();
    ParquetBatches batches = parquet.read(facts.settings(), projection, positions, filter);
    return Optional.of(assemble(batches, positions, projection, plans, read, rules));
  }

  private FileBatches counted(
      FileTask task, FileFacts fileFacts, ReadColumns read, FileRules rules) {
    FileProjection projection = new FileProjection(fileFacts, ParquetFields.none(), read);
    List<FileProjection.ColumnPlan> plans = outputPlans(projection, read);
    CountedBatches batches =
        new CountedBatches(task.file().recordCount(), facts.settings().batchSize());
    return assemble(batches, true, projection, plans, read, rules);
  }

  private FileBatches assemble(
      BatchSource batches,
      boolean positions,
      FileProjection projection,
      List<FileProjection.ColumnPlan> plans,
      ReadColumns read,
      FileRules rules) {
    ColumnVector positionVector = positions ? batches.positions() : NO_POSITIONS;
    FileVectors vectors = new FileVectors(batches.stored(), positionVector);
    List<ColumnVector> columns = plans.stream().map(plan -> plan.build(vectors)).toList();
    return new FileBatches(
        batches,
        vectors,
        columns,
        rules.deletes().over(projection, read, vectors),
        rules.changedRows(projection, read, vectors),
        deletedRows());
  }

  private static final ColumnVector NO_POSITIONS = ConstantVectors.nulls(DataTypes.LongType);

  private static final ColumnVector NOT_DELETED =
      ConstantVectors.ofCatalyst(DataTypes.BooleanType, false);

  private List<FileProjection.ColumnPlan> outputPlans(FileProjection projection, ReadColumns read) {
    return facts.output().fields().stream()
        .map(field -> outputPlan(projection, field, read))
        .toList();
  }

  private FileProjection.ColumnPlan outputPlan(
      FileProjection projection, Field field, ReadColumns read) {
    return isDeletedFlag(field) && !mayFlag()
        ? vectors -> NOT_DELETED
        : projection.output(field, read);
  }

  private FileBatches.DeletedRows deletedRows() {
    boolean flagged =
        mayFlag() && facts.output().fields().stream().anyMatch(FileOpener::isDeletedFlag);
    return flagged ? FileBatches.DeletedRows.FLAGGED : FileBatches.DeletedRows.LEFT_OUT;
  }

  /** A whole file of which only what metadata says is wanted; row lineage may be stored. */
  private boolean needsNothingStored(SplitTask split, ReadColumns read, FileFacts fileFacts) {
    boolean whole = split.start() == 0 && split.length() >= split.task().file().fileSizeInBytes();
    return whole
        && read.fields().stream().allMatch(f -> fileFacts.identityValues().has(f.id()))
        && facts.output().fields().stream().noneMatch(FileOpener::isLineage);
  }

  private boolean mayFlag() {
    return facts.settings().deletedRows() == ReaderSettings.DeletedRows.FLAGGED_WHEN_ASKED;
  }

  private static boolean isDeletedFlag(Field field) {
    return field.id() == ReservedFields.DELETED_ID;
  }

  private static boolean isLineage(Field field) {
    return field.id() == ReservedFields.ROW_ID_ID
        || field.id() == ReservedFields.LAST_UPDATED_SEQUENCE_NUMBER_ID;
  }

  private FileFacts fileFacts(FileTask task) {
    DataFile file = task.file();
    PartitionSpec spec = facts.spec(file.specId());
    return new FileFacts(
        file.filePath(),
        file.specId(),
        facts.partitionUnion().tuple(file.specId(), file.partition()),
        new IdentityValues(spec, file.partition()),
        file.firstRowId(),
        task.sequenceNumber(),
        task.change());
  }

  private Pushed push(FileTask task, ParquetFields fields, FileFacts fileFacts) {
    if (facts.filter().equals(Predicate.ALWAYS_TRUE)) {
      return Pushed.EVERY_ROW_MAY_MATCH;
    }
    DataFile file = task.file();
    Predicate residual =
        Residuals.of(
                facts.filter(), facts.schema(), facts.spec(file.specId()), facts.caseSensitivity())
            .residual(file.partition());
    return ParquetPredicates.push(
        Binder.bind(residual, facts.schema(), facts.caseSensitivity()),
        fields,
        facts.schema(),
        fileFacts.identityValues());
  }
}

package io.firn.delta;

import io.firn.codec.delta.DeltaCommit;
import io.firn.codec.delta.DeltaFile;
import io.firn.codec.delta.DeltaLog;
import io.firn.codec.delta.DeltaSchema;
import io.firn.codec.delta.DeltaVector;
import io.firn.model.DataFile;
import io.firn.model.SnapshotOperation;
import io.firn.model.SortOrder;
import io.firn.model.TableMetadata;
import io.firn.model.TableProperties;
import io.firn.operation.CreateTable;
import io.firn.operation.ImportFiles;
import io.firn.operation.ReplaceLayout;
import io.firn.operation.SnapshotOptions;
import io.firn.operation.TableDefinition;
import io.firn.operation.UpdateProperties;
import io.firn.partition.IdentityTransform;
import io.firn.partition.PartitionField;
import io.firn.partition.PartitionSpec;
import io.firn.types.StructValue;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Follows a Delta table from version to version, and brings the draft to each one that can be had.
 * What happened in versions between two of those comes with the second one.
 */
final class VersionImport {
  private static final Logger LOG = LoggerFactory.getLogger(VersionImport.class);

  private final DeltaHistory history;
  private final ImportedFiles files;
  private final TableDraft draft;
  private final ImportTarget target;
  private final Map<String, DeltaFile> delta = new HashMap<>();
  private final Map<String, Known> known = new HashMap<>();
  private final Set<String> touched = new LinkedHashSet<>();
  private final LeftOut leftOut = new LeftOut();
  private Optional<DeltaSchema> schema = Optional.empty();
  private boolean keepsData = true;
  private long imported;

  VersionImport(DeltaHistory history, ImportedFiles files, TableDraft draft, ImportTarget target) {
    this.history = history;
    this.files = files;
    this.draft = draft;
    this.target = target;
  }

  /** A data file of the draft, and its vector in Delta's words and the draft's. */
  private record Known(
      int specId,
      StructValue partition,
      long records,
      Optional<DeltaVector> delta,
      Optional<DataFile> vector) {}

  /** The next version. */
  void add(DeltaCommit commit) {
    for (String location : commit.removed()) {
      delta.remove(location);
      touched.add(location);
    }
    for (DeltaFile file : commit.added()) {
      delta.put(file.location(), file);
      touched.add(file.location());
    }
    keepsData &= commit.keepsData();
    if (history.isWhole(commit.version())) {
      bring(commit);
      touched.clear();
      keepsData = true;
      imported++;
    } else {
      leftOut.add(commit.version());
    }
  }

  private void bring(DeltaCommit commit) {
    boolean isNew = draft.isEmpty();
    boolean newLayout = layout(history.schema(commit.version()), commit.timestampMillis());
    Step step = step();
    if (isNew || newLayout || !step.isEmpty()) {
      draft.apply(operation(step), commit.timestampMillis());
      remember(step);
    }
    tag(commit);
  }

  /** Whether the columns or the partitioning are others than before. */
  private boolean layout(DeltaSchema next, long timeMillis) {
    if (schema.isPresent() && schema.get().equals(next)) {
      return false;
    }
    PartitionSpec spec = spec(next);
    if (draft.isEmpty()) {
      draft.apply(
          new CreateTable(
              UUID.randomUUID(),
              target.location(),
              new TableDefinition(
                  next.schema(), spec, SortOrder.unsorted(), withoutColumns(target.properties())),
              CreateTable.Ids.OF_DATA_FILES),
          timeMillis);
    } else {
      draft.apply(new ReplaceLayout(next.schema(), spec), timeMillis);
    }
    boolean sameColumns = schema.isPresent() && schema.get().schema().sameFields(next.schema());
    schema = Optional.of(next);
    return !sameColumns;
  }

  private static PartitionSpec spec(DeltaSchema schema) {
    List<PartitionField> fields = new ArrayList<>();
    for (DeltaSchema.PartitionColumn column : schema.partitionColumns()) {
      String name = schema.schema().field(column.fieldId()).orElseThrow().name();
      fields.add(
          new PartitionField(
              column.fieldId(), PartitionSpec.NO_FIELD_ID, name, IdentityTransform.IDENTITY));
    }
    return new PartitionSpec(0, fields);
  }

  /** Settings of columns have to wait until all columns are there. */
  private static Map<String, String> withoutColumns(Map<String, String> properties) {
    Map<String, String> others = new LinkedHashMap<>(properties);
    others.keySet().removeIf(k -> k.startsWith(TableProperties.METRICS_COLUMN_MODE_PREFIX));
    return others;
  }

  /** What changes from the draft's files to Delta's. */
  private record Step(
      List<DataFile> addedData,
      List<DataFile> addedVectors,
      List<DataFile> removedData,
      List<DataFile> removedVectors,
      Map<String, Known> now) {
    boolean isEmpty() {
      return addedData.isEmpty()
          && addedVectors.isEmpty()
          && removedData.isEmpty()
          && removedVectors.isEmpty();
    }
  }

  private Step step() {
    List<DeltaFile> added = new ArrayList<>();
    List<DataFile> removedData = new ArrayList<>();
    List<DataFile> removedVectors = new ArrayList<>();
    Map<String, Known> now = new LinkedHashMap<>();
    for (String location : touched) {
      DeltaFile file = delta.get(location);
      Known before = known.get(location);
      if (before == null) {
        if (file != null) {
          added.add(file);
        }
      } else if (file == null) {
        removedData.add(
            DataFile.parquet(location, before.specId(), before.partition(), before.records(), 0));
      } else if (!vector(file).equals(before.delta())) {
        before.vector().ifPresent(removedVectors::add);
        now.put(location, before);
      }
    }
    TableMetadata table = draft.metadata();
    List<DataFile> addedData = files.dataFiles(added, schema.orElseThrow(), table);
    for (DataFile file : addedData) {
      now.put(
          file.filePath(),
          new Known(
              file.specId(),
              file.partition(),
              file.recordCount(),
              Optional.empty(),
              Optional.empty()));
    }
    Map<String, DataFile> vectors = files.vectors(wanted(now), draft, target.storage());
    now.replaceAll((location, file) -> withVector(location, file, vectors));
    return new Step(addedData, List.copyOf(vectors.values()), removedData, removedVectors, now);
  }

  private DeltaFile current(String location) {
    return Optional.ofNullable(delta.get(location)).orElseThrow();
  }

  private static Optional<DeltaVector> vector(DeltaFile file) {
    return file.vector().filter(vector -> vector.cardinality() > 0);
  }

  private List<ImportedFiles.Wanted> wanted(Map<String, Known> now) {
    List<ImportedFiles.Wanted> wanted = new ArrayList<>();
    now.forEach(
        (location, file) ->
            vector(current(location))
                .ifPresent(
                    vector ->
                        wanted.add(
                            new ImportedFiles.Wanted(
                                location, file.specId(), file.partition(), vector))));
    return wanted;
  }

  private Known withVector(String location, Known file, Map<String, DataFile> vectors) {
    return new Known(
        file.specId(),
        file.partition(),
        file.records(),
        vector(current(location)),
        Optional.ofNullable(vectors.get(location)));
  }

  private void remember(Step step) {
    step.removedData().forEach(file -> known.remove(file.filePath()));
    known.putAll(step.now());
  }

  private ImportFiles operation(Step step) {
    return new ImportFiles(
        SnapshotOptions.main(),
        kind(step),
        step.addedData(),
        step.addedVectors(),
        step.removedData(),
        step.removedVectors());
  }

  private SnapshotOperation kind(Step step) {
    boolean adds = !step.addedData().isEmpty();
    boolean removes = !step.removedData().isEmpty();
    boolean deletes = !step.addedVectors().isEmpty();
    if (!removes && !deletes && step.removedVectors().isEmpty()) {
      return SnapshotOperation.APPEND;
    }
    long records = records(step.addedData());
    if (keepsData && adds && removes && !deletes && records <= records(step.removedData())) {
      return SnapshotOperation.REPLACE;
    }
    return !adds && (removes || deletes) ? SnapshotOperation.DELETE : SnapshotOperation.OVERWRITE;
  }

  private static long records(List<DataFile> files) {
    return files.stream().mapToLong(DataFile::recordCount).sum();
  }

  private void tag(DeltaCommit commit) {
    draft.tag(DeltaImport.VERSION_TAG + commit.version(), commit.timestampMillis());
    draft.tag(DeltaImport.TIMESTAMP_TAG + commit.timestampMillis(), commit.timestampMillis());
  }

  /** After the last version. */
  void finish(DeltaLog log) {
    Map<String, String> ofColumns = new LinkedHashMap<>(target.properties());
    ofColumns.keySet().removeIf(k -> !k.startsWith(TableProperties.METRICS_COLUMN_MODE_PREFIX));
    if (!ofColumns.isEmpty()) {
      draft.apply(new UpdateProperties(ofColumns, Set.of()), draft.metadata().lastUpdatedMillis());
    }
    if (!leftOut.isEmpty()) {
      LOG.warn(
          "Versions {} of the Delta table {} are left out of {}: files of them are missing{}",
          leftOut,
          log.root(),
          target.name(),
          history.schemaCut().map(why -> ", or they had other columns (" + why + ")").orElse(""));
    }
  }

  long dataFiles() {
    return delta.size();
  }

  long imported() {
    return imported;
  }
}

package io.firn.delta;

import io.firn.codec.delta.DeltaDataFile;
import io.firn.codec.delta.DeltaFile;
import io.firn.codec.delta.DeltaSchema;
import io.firn.codec.delta.DeltaSchema.PartitionColumn;
import io.firn.codec.delta.DeltaVector;
import io.firn.codec.delta.PartitionValueText;
import io.firn.codec.puffin.DeletionVectorWriter;
import io.firn.deletes.PositionSet;
import io.firn.error.MissingFileException;
import io.firn.io.Storage;
import io.firn.model.DataFile;
import io.firn.model.TableMetadata;
import io.firn.operation.DataLocations;
import io.firn.scan.Workers;
import io.firn.types.Field;
import io.firn.types.StructValue;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Makes data files and deletion vectors of a table out of what a Delta log says of them. */
final class ImportedFiles {
  private static final int VECTORS_AT_A_TIME = 64;

  private final Storage source;
  private final String root;
  private final PartitionValueText partitionValues;
  private final Workers workers;

  ImportedFiles(Storage source, String root, ImportSettings settings) {
    this.source = source;
    this.root = root;
    this.partitionValues = new PartitionValueText(settings.zone());
    this.workers = settings.workers();
  }

  /** The files in the same order, with stats from their footers. */
  List<DataFile> dataFiles(List<DeltaFile> files, DeltaSchema schema, TableMetadata table) {
    return workers.map(files, file -> dataFile(file, schema, table));
  }

  private DataFile dataFile(DeltaFile file, DeltaSchema schema, TableMetadata table) {
    DeltaDataFile footer;
    try {
      footer =
          DeltaDataFile.read(
              source.newInputFile(file.location(), file.size()), schema, table.properties());
    } catch (MissingFileException e) {
      throw new MissingFileException(
          "Cannot take over the Delta table "
              + root
              + ": its log names the file "
              + file.location()
              + ", which does not exist. Restore it, or let Delta forget it (FSCK REPAIR TABLE)",
          e);
    }
    return DataFile.parquet(
            file.location(),
            table.defaultSpecId(),
            partition(file, schema),
            footer.stats().recordCount(),
            file.size())
        .withStats(footer.stats().columnStats())
        .withSplitOffsets(footer.stats().splitOffsets());
  }

  private StructValue partition(DeltaFile file, DeltaSchema schema) {
    List<PartitionColumn> columns = schema.partitionColumns();
    @Nullable Object[] values = new @Nullable Object[columns.size()];
    for (int i = 0; i < values.length; i++) {
      Field field = schema.schema().field(columns.get(i).fieldId()).orElseThrow();
      String text = file.partitionValues().get(columns.get(i).physicalName());
      values[i] = partitionValues.parse(field.type(), text, file.location());
    }
    return StructValue.of(values);
  }

  /** A data file, and the vector that it is to have. */
  record Wanted(String dataFile, int specId, StructValue partition, DeltaVector vector) {}

  /** Writes the vectors into one file of the draft's; the result is by data file. */
  Map<String, DataFile> vectors(List<Wanted> wanted, TableDraft draft, Storage target) {
    Map<String, DataFile> vectors = new HashMap<>();
    if (wanted.isEmpty()) {
      return vectors;
    }
    TableMetadata table = draft.metadata();
    String location =
        new DataLocations(table.location(), table.properties())
            .newFile("", UUID.randomUUID() + "-deletes.puffin");
    draft.owns(location);
    DeletionVectorWriter writer =
        DeletionVectorWriter.create(target.newOutputFile(location), "Firn");
    try (writer) {
      for (int from = 0; from < wanted.size(); from += VECTORS_AT_A_TIME) {
        write(wanted.subList(from, Math.min(wanted.size(), from + VECTORS_AT_A_TIME)), writer);
      }
    }
    for (DataFile vector : writer.toDataFiles()) {
      vectors.put(vector.referencedDataFile().orElseThrow(), vector);
    }
    return vectors;
  }

  private void write(List<Wanted> some, DeletionVectorWriter writer) {
    List<PositionSet> positions =
        workers.map(new ArrayList<>(some), w -> w.vector().read(source, w.dataFile()));
    for (int i = 0; i < some.size(); i++) {
      Wanted one = some.get(i);
      writer.add(one.dataFile(), one.specId(), one.partition(), positions.get(i));
    }
  }
}

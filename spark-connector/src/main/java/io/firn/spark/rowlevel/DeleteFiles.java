package io.firn.spark.rowlevel;

import io.firn.codec.parquet.PositionDeleteWriter;
import io.firn.codec.parquet.RowFileSettings;
import io.firn.codec.puffin.DeletionVectorWriter;
import io.firn.deletes.PositionSet;
import io.firn.io.Storage;
import io.firn.model.DataFile;
import io.firn.operation.DataLocations;
import io.firn.partition.PartitionKey;
import io.firn.partition.PartitionSpec;
import io.firn.types.Schema;
import io.firn.types.SimpleType;
import io.firn.types.StructValue;
import io.firn.types.ValueOrder;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Writes a task's deletes: one Puffin file with a vector a data file, or position delete files by
 * data file or by partition. Named {@code <partition>-<task>-<query>-<count>-deletes}.
 */
final class DeleteFiles {
  private static final String CREATED_BY = "firn";
  private static final Comparator<DeletedRows.OfFile> BY_PATH =
      Comparator.comparing(DeletedRows.OfFile::dataFile, ValueOrder.of(SimpleType.STRING)::compare);

  /** Rows between two looks at the size of a file. */
  private static final int ROWS_PER_CHECK = 10_000;

  private final DeleteTask task;
  private final Storage storage;
  private final DataLocations locations;
  private final Schema allColumns;
  private final Map<Integer, PartitionSpec> specs;
  private final String namePrefix;
  private final List<String> created = new ArrayList<>();

  DeleteFiles(DeleteTask task, Storage storage, int partitionId, long taskId) {
    this.task = task;
    this.storage = storage;
    this.locations = new DataLocations(task.tableLocation, task.tableProperties);
    this.allColumns = task.allColumns();
    this.specs =
        task.specs().stream().collect(Collectors.toMap(PartitionSpec::specId, Function.identity()));
    this.namePrefix = String.format(Locale.ROOT, "%05d-%d-%s", partitionId, taskId, task.queryId);
  }

  /** Writes the deletes of all files. */
  List<DataFile> write(Collection<DeletedRows.OfFile> deletes) {
    if (deletes.isEmpty()) {
      return List.of();
    }
    List<DeletedRows.OfFile> sorted = deletes.stream().sorted(BY_PATH).toList();
    if (task.usesVectors) {
      return vectors(sorted);
    }
    List<DataFile> files = new ArrayList<>();
    for (List<DeletedRows.OfFile> group : groups(sorted)) {
      files.addAll(positions(group));
    }
    return files;
  }

  private List<DataFile> vectors(List<DeletedRows.OfFile> deletes) {
    DeletionVectorWriter writer =
        DeletionVectorWriter.create(storage.newOutputFile(newLocation("", "puffin")), CREATED_BY);
    try (writer) {
      for (DeletedRows.OfFile rows : deletes) {
        PartitionKey key = rows.partition();
        writer.add(rows.dataFile(), key.specId(), key.partition(), rows.positions());
      }
    }
    return writer.toDataFiles();
  }

  /** Deletes that may share a file. */
  private Collection<List<DeletedRows.OfFile>> groups(List<DeletedRows.OfFile> deletes) {
    if (!task.byPartition) {
      return deletes.stream().map(List::of).toList();
    }
    return deletes.stream()
        .collect(
            Collectors.groupingBy(
                DeletedRows.OfFile::partition, LinkedHashMap::new, Collectors.toList()))
        .values();
  }

  private List<DataFile> positions(List<DeletedRows.OfFile> group) {
    Rolling rolling = new Rolling(group.get(0).partition());
    for (DeletedRows.OfFile rows : group) {
      PositionSet positions = rows.positions();
      for (long p = positions.next(0); p >= 0; p = positions.next(p + 1)) {
        rolling.add(rows.dataFile(), p);
      }
    }
    return rolling.complete();
  }

  /** Position delete files of one partition, one after the other. */
  private final class Rolling {
    private final PartitionKey partition;
    private final List<DataFile> done = new ArrayList<>();
    private PositionDeleteWriter open;
    private long rows;

    Rolling(PartitionKey partition) {
      this.partition = partition;
      this.open = start();
    }

    private PositionDeleteWriter start() {
      PartitionSpec spec = Objects.requireNonNull(specs.get(partition.specId()));
      StructValue tuple = partition.partition();
      String location = newLocation(spec.partitionPath(allColumns, tuple), "parquet");
      return PositionDeleteWriter.create(
          storage.newOutputFile(location),
          partition.specId(),
          tuple,
          RowFileSettings.ofDeletes(task.tableProperties));
    }

    void add(String dataFile, long position) {
      if (rows > 0
          && rows % ROWS_PER_CHECK == 0
          && open.sizeInBytes() >= task.targetFileSizeBytes) {
        finish();
        open = start();
        rows = 0;
      }
      open.add(dataFile, position);
      rows++;
    }

    private void finish() {
      open.close();
      done.add(open.toDataFile());
    }

    List<DataFile> complete() {
      finish();
      return done;
    }
  }

  private String newLocation(String partitionPath, String extension) {
    String name =
        String.format(Locale.ROOT, "%s-%05d-deletes.%s", namePrefix, created.size() + 1, extension);
    String location = locations.newFile(partitionPath, name);
    created.add(location);
    return location;
  }

  /** Removes every file that was begun. */
  void abort() {
    storage.deleteAll(created);
  }
}

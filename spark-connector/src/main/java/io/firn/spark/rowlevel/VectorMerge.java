package io.firn.spark.rowlevel;

import io.firn.codec.puffin.DeletionVectorFile;
import io.firn.deletes.PositionSet;
import io.firn.model.DataFile;
import io.firn.partition.PartitionKey;
import io.firn.table.Table;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Makes one deletion vector of those that several tasks wrote for one data file, which happens when
 * Spark splits the rows of a file over tasks.
 */
final class VectorMerge {
  private static final int DRIVER = -1;

  private final Table table;
  private final DeleteTask task;
  private final List<String> created = new ArrayList<>();
  private final Set<String> outdated = new TreeSet<>();

  VectorMerge(Table table, DeleteTask task) {
    this.table = table;
    this.task = task;
  }

  /** The delete files, with at most one vector a data file. */
  List<DataFile> onePerDataFile(List<DataFile> deleteFiles) {
    Map<String, List<DataFile>> vectors = new LinkedHashMap<>();
    for (DataFile file : deleteFiles) {
      if (file.isDeletionVector()) {
        vectors
            .computeIfAbsent(file.referencedDataFile().orElseThrow(), f -> new ArrayList<>())
            .add(file);
      }
    }
    vectors.values().removeIf(ofOneFile -> ofOneFile.size() < 2);
    if (vectors.isEmpty()) {
      return deleteFiles;
    }
    Set<DataFile> merged = new HashSet<>();
    List<DeletedRows.OfFile> unions = new ArrayList<>();
    vectors.forEach(
        (dataFile, parts) -> {
          merged.addAll(parts);
          unions.add(union(dataFile, parts));
        });
    List<DataFile> result = new ArrayList<>();
    deleteFiles.stream().filter(file -> !merged.contains(file)).forEach(result::add);
    Set<String> inUse = new HashSet<>();
    result.forEach(file -> inUse.add(file.filePath()));
    merged.stream()
        .map(DataFile::filePath)
        .filter(location -> !inUse.contains(location))
        .forEach(outdated::add);
    List<DataFile> written = new DeleteFiles(task, table.storage(), DRIVER, 0).write(unions);
    written.forEach(file -> created.add(file.filePath()));
    result.addAll(written);
    return result;
  }

  private DeletedRows.OfFile union(String dataFile, List<DataFile> parts) {
    PositionSet positions = new PositionSet();
    parts.forEach(part -> positions.addAll(DeletionVectorFile.read(table.storage(), part)));
    DataFile first = parts.get(0);
    return new DeletedRows.OfFile(
        dataFile, new PartitionKey(first.specId(), first.partition()), positions);
  }

  /** Files that this wrote. */
  List<String> created() {
    return List.copyOf(created);
  }

  /** Removes the tasks' files of which every vector was merged; after the commit. */
  void removeOutdated() {
    table.storage().deleteAll(List.copyOf(outdated));
  }
}

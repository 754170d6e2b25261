package io.firn.spark.rowlevel;

import io.firn.model.DataFile;
import io.firn.spark.wire.DataFileBytes;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.apache.spark.sql.connector.write.WriterCommitMessage;
import org.jspecify.annotations.Nullable;

/**
 * What all tasks that finished wrote.
 *
 * @param oldFiles the old file of a data file, by its path, if there is one of which it has changed
 *     rows
 */
record DeltaResults(
    List<DataFile> dataFiles,
    Map<String, String> oldFiles,
    List<DataFile> deleteFiles,
    List<DataFile> replacedDeletes,
    TreeSet<String> referencedDataFiles) {

  static DeltaResults of(@Nullable WriterCommitMessage[] messages, DeleteTask task) {
    List<DataFile> dataFiles = new ArrayList<>();
    Map<String, String> oldFiles = new HashMap<>();
    List<DataFile> deleteFiles = new ArrayList<>();
    Map<Object, DataFile> replaced = new LinkedHashMap<>();
    TreeSet<String> referenced = new TreeSet<>();
    DataFileBytes.PartitionTypes types = task.partitionTypes();
    for (WriterCommitMessage message : messages) {
      if (message instanceof DeltaFiles files) {
        for (DeltaFiles.NewFiles part : files.dataFiles()) {
          List<DataFile> written = DataFileBytes.read(part.files(), types);
          dataFiles.addAll(written);
          if (!part.oldFile().isEmpty()) {
            written.forEach(file -> oldFiles.put(file.filePath(), part.oldFile()));
          }
        }
        deleteFiles.addAll(DataFileBytes.read(files.deleteFiles(), types));
        DataFileBytes.read(files.replacedDeletes(), types)
            .forEach(file -> replaced.put(file.key(), file));
        referenced.addAll(List.of(files.referencedDataFiles()));
      }
    }
    return new DeltaResults(
        dataFiles, oldFiles, deleteFiles, List.copyOf(replaced.values()), referenced);
  }

  List<String> writtenLocations() {
    TreeSet<String> locations = new TreeSet<>();
    dataFiles.forEach(file -> locations.add(file.filePath()));
    deleteFiles.forEach(file -> locations.add(file.filePath()));
    return List.copyOf(locations);
  }
}

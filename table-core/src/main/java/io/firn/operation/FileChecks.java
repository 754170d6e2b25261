package io.firn.operation;

import io.firn.error.InvalidInputException;
import io.firn.error.UnsupportedFeatureException;
import io.firn.model.DataFile;
import io.firn.model.FileContent;
import io.firn.model.FileFormat;
import io.firn.model.SnapshotRef;
import io.firn.model.TableMetadata;
import io.firn.model.TableProperties;
import io.firn.partition.PartitionSpec;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/** Refuses what may not be written into a table, before anything is written. */
final class FileChecks {
  private final String tableName;
  private final TableMetadata table;

  FileChecks(String tableName, TableMetadata table) {
    this.tableName = tableName;
    this.table = table;
  }

  void requireWritable(String branch) {
    if (table.formatVersion() < 2) {
      throw new UnsupportedFeatureException(
          ("Cannot write to %s: it has format version %d and tables are written from version 2 on;"
                  + " upgrade it with the table property format-version = 2")
              .formatted(tableName, table.formatVersion()));
    }
    if (table.properties().containsKey(TableProperties.ENCRYPTION_KEY_ID)
        || !table.encryptionKeys().isEmpty()) {
      throw new UnsupportedFeatureException(
          "Cannot write to " + tableName + ": encrypted tables are not supported");
    }
    Optional<SnapshotRef> ref = table.ref(branch);
    if (ref.isPresent() && !ref.get().isBranch()) {
      throw new InvalidInputException(
          ("Cannot write to %s: %s is a tag, not a branch. Tags cannot be targets for producing"
                  + " snapshots")
              .formatted(tableName, branch));
    }
  }

  /**
   * The new data files without repetitions, and without row ids: the commit gives new ones to rows
   * that have none of their own.
   */
  List<DataFile> newDataFiles(List<DataFile> files) {
    Map<String, DataFile> byPath = new LinkedHashMap<>();
    for (DataFile file : files) {
      byPath.putIfAbsent(file.filePath(), newDataFile(file));
    }
    return List.copyOf(byPath.values());
  }

  /** The new data file without row ids. */
  DataFile newDataFile(DataFile file) {
    if (file.content() != FileContent.DATA) {
      throw invalid(file, "it is no data file");
    }
    requireSpec(file);
    return file.withFirstRowId(OptionalLong.empty());
  }

  /** The new delete files without repetitions, in the shape that the format version wants. */
  List<DataFile> newDeleteFiles(List<DataFile> files) {
    List<DataFile> distinct = new ArrayList<>();
    Set<Object> seen = new HashSet<>();
    for (DataFile file : files) {
      requireSpec(file);
      requireShape(file);
      if (!seen.add(file.key())) {
        continue;
      }
      if (file.isDeletionVector() && !seen.add(file.referencedDataFile().orElseThrow())) {
        throw invalid(
            file,
            "a data file may have one deletion vector, and "
                + file.referencedDataFile().orElseThrow()
                + " has two");
      }
      distinct.add(file);
    }
    return distinct;
  }

  private void requireShape(DataFile file) {
    if (file.content() == FileContent.DATA) {
      throw invalid(file, "it is no delete file");
    }
    if (file.fileFormat() == FileFormat.PUFFIN
        && (file.referencedDataFile().isEmpty()
            || file.contentOffset().isEmpty()
            || file.contentSizeInBytes().isEmpty())) {
      throw invalid(file, "a deletion vector has a data file, an offset and a size");
    }
    boolean isPositions = file.content() == FileContent.POSITION_DELETES;
    if (isPositions && table.formatVersion() == 2 && file.isDeletionVector()) {
      throw invalid(file, "Must not use DVs for position deletes in V2");
    }
    if (isPositions && table.formatVersion() > 2 && !file.isDeletionVector()) {
      throw invalid(file, "Must use DVs for position deletes in V" + table.formatVersion());
    }
  }

  private void requireSpec(DataFile file) {
    Optional<PartitionSpec> spec = table.spec(file.specId());
    if (spec.isEmpty()) {
      throw invalid(file, "Cannot find partition spec " + file.specId());
    }
    if (spec.get().fields().size() != file.partition().size()) {
      throw invalid(
          file,
          "spec %d has %d fields, and its partition is %s"
              .formatted(file.specId(), spec.get().fields().size(), file.partition()));
    }
  }

  private InvalidInputException invalid(DataFile file, String why) {
    return new InvalidInputException(
        "Cannot add " + file.filePath() + " to " + tableName + ": " + why);
  }
}

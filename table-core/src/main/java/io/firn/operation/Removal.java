package io.firn.operation;

import io.firn.expr.CaseSensitivity;
import io.firn.expr.Predicate;
import io.firn.model.DataFile;
import io.firn.partition.PartitionKey;
import java.util.List;
import java.util.Set;

/**
 * Which files a snapshot removes: those that are named, those in the partitions, and those whose
 * rows all match the filter.
 */
record Removal(
    List<DataFile> dataFiles,
    List<DataFile> deleteFiles,
    Set<PartitionKey> partitions,
    Predicate filter,
    CaseSensitivity caseSensitivity,
    WhenPartlyMatching whenPartlyMatching) {

  /** What a data file means of which only some rows match the filter. */
  enum WhenPartlyMatching {
    /** Somebody added it after the filter was found to match whole files only. */
    CONFLICT,
    /** The filter does not suit the table. */
    INVALID
  }

  Removal {
    dataFiles = List.copyOf(dataFiles);
    deleteFiles = List.copyOf(deleteFiles);
    partitions = Set.copyOf(partitions);
  }

  static Removal nothing() {
    return files(List.of(), List.of());
  }

  static Removal files(List<DataFile> dataFiles, List<DataFile> deleteFiles) {
    return new Removal(
        dataFiles,
        deleteFiles,
        Set.of(),
        Predicate.ALWAYS_FALSE,
        CaseSensitivity.SENSITIVE,
        WhenPartlyMatching.INVALID);
  }

  static Removal partitions(Set<PartitionKey> partitions) {
    return new Removal(
        List.of(),
        List.of(),
        partitions,
        Predicate.ALWAYS_FALSE,
        CaseSensitivity.SENSITIVE,
        WhenPartlyMatching.INVALID);
  }

  static Removal matching(
      Predicate filter, CaseSensitivity caseSensitivity, WhenPartlyMatching whenPartlyMatching) {
    return new Removal(List.of(), List.of(), Set.of(), filter, caseSensitivity, whenPartlyMatching);
  }

  boolean mayRemoveDataFiles() {
    return !dataFiles.isEmpty() || !partitions.isEmpty() || hasFilter();
  }

  boolean hasFilter() {
    return !filter.equals(Predicate.ALWAYS_FALSE);
  }
}

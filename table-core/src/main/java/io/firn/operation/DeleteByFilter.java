package io.firn.operation;

import io.firn.codec.avro.ManifestProjection;
import io.firn.codec.avro.ManifestReader;
import io.firn.expr.CaseSensitivity;
import io.firn.expr.Predicate;
import io.firn.io.Storage;
import io.firn.model.ManifestContent;
import io.firn.model.ManifestEntry;
import io.firn.model.ManifestFile;
import io.firn.model.Snapshot;
import io.firn.model.SnapshotOperation;
import io.firn.model.TableChange;
import io.firn.model.TableMetadata;
import io.firn.scan.FileMatcher;
import io.firn.scan.SnapshotManifests;
import java.util.HashMap;
import java.util.Map;

/**
 * Removes all rows that match the filter by removing whole files: DELETE without reading a row. A
 * file of which only some rows match fails the commit.
 */
public record DeleteByFilter(
    SnapshotOptions options, Predicate filter, CaseSensitivity caseSensitivity)
    implements Operation {

  @Override
  public String name() {
    return "DELETE";
  }

  @Override
  public TableChange planOn(Planning planning) {
    return SnapshotPlanner.plan(
        planning,
        SnapshotEdit.of(name(), SnapshotOperation.DELETE, options)
            .removing(
                Removal.matching(filter, caseSensitivity, Removal.WhenPartlyMatching.CONFLICT),
                SnapshotEdit.WhenMissing.IGNORE));
  }

  /**
   * Whether the rows of the snapshot that match the filter fill whole files, as partitions and
   * column stats tell. Reads the data manifests that may hold matching files.
   */
  public static boolean canDeleteByMetadata(
      Storage storage,
      TableMetadata table,
      Snapshot snapshot,
      Predicate filter,
      CaseSensitivity caseSensitivity) {
    Map<Integer, FileMatcher> matchers = new HashMap<>();
    for (ManifestFile manifest : SnapshotManifests.read(storage, snapshot)) {
      FileMatcher matcher =
          matchers.computeIfAbsent(
              manifest.partitionSpecId(),
              id ->
                  new FileMatcher(
                      filter, table.schema(), table.spec(id).orElseThrow(), caseSensitivity));
      boolean mayMatch =
          manifest.content() == ManifestContent.DATA
              && manifest.mayHaveLiveFiles()
              && matcher.mayMatch(manifest);
      if (mayMatch && matchesPartly(storage, table, manifest, matcher)) {
        return false;
      }
    }
    return true;
  }

  private static boolean matchesPartly(
      Storage storage, TableMetadata table, ManifestFile manifest, FileMatcher matcher) {
    try (ManifestReader reader =
        ManifestReader.open(
            storage.newInputFile(manifest.manifestPath(), manifest.manifestLength()),
            manifest,
            ManifestProjection.allStats(),
            table)) {
      for (ManifestEntry entry : reader) {
        if (entry.isLive() && matcher.mayMatch(entry.file()) && !matcher.mustMatch(entry.file())) {
          return true;
        }
      }
      return false;
    }
  }
}

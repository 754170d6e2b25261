package io.firn.delta;

import io.firn.codec.delta.DeltaLog;
import io.firn.codec.json.NameMappingJson;
import io.firn.error.FirnException;
import io.firn.error.UnsupportedFeatureException;
import io.firn.model.NameMapping;
import io.firn.model.TableMetadata;
import io.firn.model.TableProperties;
import java.util.Map;
import java.util.OptionalInt;
import java.util.TreeMap;

/**
 * Makes a table out of a Delta table: its data files stay where they are, its versions become
 * snapshots with their times and tags with their numbers, its deletion vectors are written anew in
 * Iceberg's format. The Delta table is only read.
 */
public final class DeltaImport {
  /** Tag of the snapshot that is a version. */
  static final String VERSION_TAG = "delta-version-";

  /** Tag of the snapshot that was current from a time on, in milliseconds since the epoch. */
  static final String TIMESTAMP_TAG = "delta-ts-";

  private static final String SOURCE = "snapshot_source";
  private static final String ORIGINAL_LOCATION = "original_location";
  private static final String DELTA_PREFIX = "delta.";
  private static final int VECTORS_VERSION = 3;

  private DeltaImport() {}

  /**
   * Makes the table. If anything goes wrong, nothing is left of it.
   *
   * @throws UnsupportedFeatureException if Iceberg, or the wanted format version, has not what the
   *     Delta table uses
   * @throws io.firn.error.MissingFileException if a file of the latest version is missing
   * @throws io.firn.error.CorruptFileException if a file of the log, a vector or a footer is
   *     damaged
   */
  public static ImportedTable run(DeltaLog log, ImportTarget target, ImportSettings settings) {
    DeltaHistory history = DeltaHistory.read(log, settings.workers());
    TableDraft draft = new TableDraft(target.storage(), target.name(), settings.newSnapshotId());
    VersionImport versions =
        new VersionImport(
            history,
            new ImportedFiles(log.storage(), log.root(), settings),
            draft,
            withProperties(target, log, history));
    try {
      settings.tally().toDo(log.latestVersion() + 1 - log.firstVersion());
      log.replay(
          commit -> {
            versions.add(commit);
            settings.tally().done(1);
          });
      versions.finish(log);
      return new ImportedTable(
          draft,
          draft.write(),
          versions.dataFiles(),
          versions.imported(),
          log.latestVersion() + 1 - log.firstVersion() - versions.imported());
    } catch (RuntimeException | Error e) {
      draft.discard();
      if (e instanceof FirnException failure) {
        throw failure.during("Cannot make " + target.name() + " of the Delta table", log.root());
      }
      throw e;
    }
  }

  /** The properties of the new table: what its user says wins over what Delta says. */
  private static ImportTarget withProperties(
      ImportTarget target, DeltaLog log, DeltaHistory history) {
    Map<String, String> properties = new TreeMap<>();
    history
        .configuration()
        .forEach(
            (key, value) -> {
              if (!key.startsWith(DELTA_PREFIX) && !TableProperties.RESERVED.contains(key)) {
                properties.put(key, value);
              }
            });
    properties.putAll(target.properties());
    properties.put(SOURCE, "delta");
    properties.put(ORIGINAL_LOCATION, log.root());
    NameMapping names = history.names();
    if (!names.fields().isEmpty()) {
      properties.putIfAbsent(TableProperties.NAME_MAPPING, NameMappingJson.write(names));
    }
    OptionalInt asked = TableProperties.optionalInt(properties, TableProperties.FORMAT_VERSION);
    if (history.hasVectors()) {
      if (asked.isPresent() && asked.getAsInt() < VECTORS_VERSION) {
        throw new UnsupportedFeatureException(
            ("Cannot make %s of the Delta table %s with format version %d: it has deletion vectors,"
                    + " which need version %d. Ask for that, or purge them in Delta (REORG TABLE ..."
                    + " APPLY (PURGE), and VACUUM)")
                .formatted(target.name(), log.root(), asked.getAsInt(), VECTORS_VERSION));
      }
      properties.putIfAbsent(TableProperties.FORMAT_VERSION, String.valueOf(VECTORS_VERSION));
    } else {
      properties.putIfAbsent(
          TableProperties.FORMAT_VERSION, String.valueOf(TableMetadata.DEFAULT_VERSION));
    }
    return new ImportTarget(target.name(), target.location(), target.storage(), properties);
  }
}

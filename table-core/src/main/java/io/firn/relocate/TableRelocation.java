package io.firn.relocate;

import io.firn.catalog.TableState;
import io.firn.codec.avro.ManifestListRelocation;
import io.firn.codec.avro.ManifestProjection;
import io.firn.codec.avro.ManifestReader;
import io.firn.codec.avro.ManifestRelocation;
import io.firn.codec.avro.RowMapReader;
import io.firn.codec.avro.RowMapWriter;
import io.firn.codec.json.MetadataJson;
import io.firn.codec.json.MetadataRelocation;
import io.firn.error.CorruptFileException;
import io.firn.error.MissingFileException;
import io.firn.error.StorageException;
import io.firn.error.UnsupportedFeatureException;
import io.firn.io.NoOutputFile;
import io.firn.io.OutputFile;
import io.firn.io.Storage;
import io.firn.model.DataFile;
import io.firn.model.EntryStatus;
import io.firn.model.FileContent;
import io.firn.model.FileKey;
import io.firn.model.ManifestEntry;
import io.firn.model.ManifestFile;
import io.firn.model.PartitionStatisticsFile;
import io.firn.model.Snapshot;
import io.firn.model.StatisticsFile;
import io.firn.model.TableMetadata;
import io.firn.model.TableProperties;
import io.firn.rowmap.RowMap;
import io.firn.scan.Tally;
import io.firn.scan.Workers;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Stages copies of a table's metadata files, manifest lists, manifests, row maps and position
 * delete files in which all paths begin with another prefix, and lists them and the data files with
 * the places where they belong. When all that is listed has been copied, the table is whole there.
 * The table itself stays as it is.
 */
public final class TableRelocation {
  private static final Logger LOG = LoggerFactory.getLogger(TableRelocation.class);
  private static final String FILE_LIST = "file-list";
  private static final String NO_FILE_LIST = "N/A";

  private final Storage storage;
  private final PathPrefix prefix;
  private final RelocationRequest request;
  private final DeleteFileWriter deleteFiles;
  private final Tally tally;
  private final Versions versions;
  private final String staging;

  /**
   * @param tally is told how many files of metadata and deletes are to be copied, and how many have
   *     been; of delete files by their writer
   * @throws io.firn.error.InvalidInputException if the table has no such versions
   * @throws UnsupportedFeatureException if the table is encrypted
   */
  public TableRelocation(
      Storage storage,
      String tableName,
      TableState state,
      RelocationRequest request,
      DeleteFileWriter deleteFiles,
      Tally tally) {
    this.storage = storage;
    this.prefix = request.prefix();
    this.request = request;
    this.deleteFiles = deleteFiles;
    this.tally = tally;
    requireNotEncrypted(state.metadata(), tableName);
    this.versions =
        Versions.of(storage, tableName, state, request.startVersion(), request.endVersion());
    String current = state.metadataLocation().orElseThrow();
    this.staging =
        PathPrefix.withSlash(
            request
                .stagingLocation()
                .orElseGet(
                    () ->
                        current.substring(0, current.lastIndexOf('/') + 1)
                            + "copy-table-staging-"
                            + UUID.randomUUID()));
  }

  private static void requireNotEncrypted(TableMetadata metadata, String tableName) {
    if (metadata.properties().containsKey(TableProperties.ENCRYPTION_KEY_ID)
        || !metadata.encryptionKeys().isEmpty()) {
      throw new UnsupportedFeatureException(
          "Cannot copy " + tableName + ": encrypted tables are not supported");
    }
  }

  /** Stages all copies. */
  public RelocatedTable run() {
    try (CopyList list =
        request.listing() == RelocationRequest.Listing.WRITE
            ? CopyList.create(storage.newOutputFile(staging + FILE_LIST))
            : CopyList.none(NO_FILE_LIST)) {
      Set<Long> oldSnapshots = ids(versions.start().stream());
      Optional<Set<Long>> delta = copyVersions(oldSnapshots, list);
      List<Snapshot> snapshots =
          versions.end().snapshots().stream()
              .filter(s -> !oldSnapshots.contains(s.snapshotId()))
              .toList();
      RelocatedManifests manifests = RelocatedManifests.of(storage, snapshots, delta);
      tally.toDo(manifests.fresh().size() + manifests.known().size() + snapshots.size());
      Deletes deletes = copyDeletes(manifests);
      Map<String, Long> lengths = new HashMap<>();
      lengths.putAll(copyManifests(manifests.fresh(), deletes, delta, Optional.of(list)));
      lengths.putAll(copyManifests(manifests.known(), deletes, delta, Optional.empty()));
      Workers.fromSystemProperty()
          .map(
              snapshots,
              snapshot -> {
                copyManifestList(snapshot, manifests.rowMaps(), lengths, list);
                tally.done(1);
                return snapshot.snapshotId();
              });
      return new RelocatedTable(
          Versions.name(versions.endLocation()),
          list.location(),
          manifests.fresh().size(),
          deletes.fresh());
    }
  }

  private static Set<Long> ids(Stream<TableMetadata> versions) {
    return versions
        .flatMap(version -> version.snapshots().stream())
        .map(Snapshot::snapshotId)
        .collect(Collectors.toSet());
  }

  /** Returns the snapshots whose files are to be copied; empty for all. */
  private Optional<Set<Long>> copyVersions(Set<Long> oldSnapshots, CopyList list) {
    MetadataRelocation relocation = new MetadataRelocation(prefix);
    tally.toDo(versions.locations().size());
    // Each version has about all snapshots: what they have in common is not held for each.
    Set<Long> snapshots = ConcurrentHashMap.newKeySet();
    Set<String> statistics = ConcurrentHashMap.newKeySet();
    Workers.fromSystemProperty()
        .map(
            versions.locations(),
            location -> {
              TableMetadata version = copyVersion(relocation, location, list);
              snapshots.addAll(ids(Stream.of(version)));
              statistics(version).forEach(statistics::add);
              return location;
            });
    copyStatistics(statistics, list);
    if (versions.start().isEmpty()) {
      return Optional.empty();
    }
    snapshots.removeAll(oldSnapshots);
    return Optional.of(snapshots);
  }

  private TableMetadata copyVersion(MetadataRelocation relocation, String location, CopyList list) {
    byte[] content = storage.newInputFile(location).readAll();
    String staged = staged(location);
    try (OutputStream out = storage.newOutputFile(staged).create()) {
      out.write(relocation.copy(location, content));
    } catch (IOException e) {
      throw new StorageException("Cannot write " + staged + ": " + e.getMessage(), e);
    }
    list.add(staged, prefix.apply(location));
    tally.done(1);
    return MetadataJson.parse(location, content);
  }

  private static Stream<String> statistics(TableMetadata version) {
    return Stream.concat(
        version.statistics().stream().map(StatisticsFile::statisticsPath),
        version.partitionStatistics().stream().map(PartitionStatisticsFile::statisticsPath));
  }

  /** Earlier versions may name statistics that are gone by now. */
  private void copyStatistics(Set<String> paths, CopyList list) {
    paths.stream()
        .sorted()
        .filter(path -> storage.newInputFile(path).exists())
        .forEach(path -> list.add(path, prefix.apply(path)));
  }

  private String staged(String path) {
    return staging + prefix.relative(path);
  }

  /** The lengths of copied delete files by old path, and how many are in manifests to copy. */
  private record Deletes(Map<String, Long> lengths, int fresh) {}

  private Deletes copyDeletes(RelocatedManifests manifests) {
    Map<String, DeleteFileCopy> copies = new LinkedHashMap<>();
    Set<FileKey> fresh = new HashSet<>();
    for (DataFile file : positionDeletes(manifests.freshDeletes())) {
      fresh.add(file.key());
      copies.put(file.filePath(), copy(file, Optional.of(staged(file.filePath()))));
    }
    for (DataFile file : positionDeletes(manifests.knownDeletes())) {
      copies.computeIfAbsent(file.filePath(), path -> copy(file, Optional.empty()));
    }
    List<DeleteFileCopy> all = List.copyOf(copies.values());
    tally.toDo(all.size());
    List<Long> written = deleteFiles.write(all);
    Map<String, Long> lengths = new HashMap<>();
    for (int i = 0; i < all.size(); i++) {
      lengths.put(all.get(i).source(), written.get(i));
    }
    return new Deletes(lengths, fresh.size());
  }

  private static DeleteFileCopy copy(DataFile file, Optional<String> target) {
    return new DeleteFileCopy(file.filePath(), file.fileSizeInBytes(), file.fileFormat(), target);
  }

  private List<DataFile> positionDeletes(List<ManifestFile> manifests) {
    return Workers.fromSystemProperty().map(manifests, this::positionDeletes).stream()
        .flatMap(List::stream)
        .toList();
  }

  private List<DataFile> positionDeletes(ManifestFile manifest) {
    List<DataFile> files = new ArrayList<>();
    try (ManifestReader entries =
        ManifestReader.open(
            storage.newInputFile(manifest.manifestPath(), manifest.manifestLength()),
            manifest,
            ManifestProjection.noStats())) {
      for (ManifestEntry entry : entries) {
        if (entry.isLive() && entry.file().content() == FileContent.POSITION_DELETES) {
          files.add(entry.file());
        }
      }
    }
    return files;
  }

  /**
   * The lengths of the copies by old path. Without a list nothing is kept: the target has these
   * manifests, and only their lengths are needed.
   */
  private Map<String, Long> copyManifests(
      List<ManifestFile> manifests,
      Deletes deletes,
      Optional<Set<Long>> delta,
      Optional<CopyList> list) {
    List<Long> lengths =
        Workers.fromSystemProperty()
            .map(manifests, manifest -> copyManifest(manifest, deletes, delta, list));
    Map<String, Long> byPath = new HashMap<>();
    for (int i = 0; i < manifests.size(); i++) {
      byPath.put(manifests.get(i).manifestPath(), lengths.get(i));
    }
    return byPath;
  }

  private long copyManifest(
      ManifestFile manifest, Deletes deletes, Optional<Set<Long>> delta, Optional<CopyList> list) {
    String path = manifest.manifestPath();
    ManifestRelocation relocation =
        new ManifestRelocation(
            prefix,
            old ->
                deletes.lengths().containsKey(old)
                    ? OptionalLong.of(deletes.lengths().get(old))
                    : OptionalLong.empty(),
            entry -> list.ifPresent(files -> addFile(manifest, entry, delta, files)));
    OutputFile target =
        list.isPresent() ? storage.newOutputFile(staged(path)) : new NoOutputFile(path);
    long length = relocation.copy(storage.newInputFile(path, manifest.manifestLength()), target);
    list.ifPresent(files -> files.add(staged(path), prefix.apply(path)));
    tally.done(1);
    return length;
  }

  private void addFile(
      ManifestFile manifest,
      ManifestRelocation.Entry entry,
      Optional<Set<Long>> delta,
      CopyList list) {
    long snapshotId = entry.snapshotId().orElse(manifest.addedSnapshotId());
    if (entry.status() == EntryStatus.DELETED
        || (delta.isPresent() && !delta.get().contains(snapshotId))) {
      return;
    }
    String path = entry.path();
    list.add(
        entry.content() == FileContent.POSITION_DELETES ? staged(path) : path, prefix.apply(path));
  }

  private void copyManifestList(
      Snapshot snapshot, Map<Long, String> rowMaps, Map<String, Long> lengths, CopyList list) {
    if (snapshot.manifestList().isEmpty()) {
      return;
    }
    String path = snapshot.manifestList().get();
    Optional<String> rowMap =
        Optional.ofNullable(rowMaps.get(snapshot.snapshotId()))
            .flatMap(location -> copyRowMap(location, list));
    new ManifestListRelocation(prefix, lengths::get, rowMap)
        .copy(storage.newInputFile(path), storage.newOutputFile(staged(path)));
    list.add(staged(path), prefix.apply(path));
  }

  /** The table is whole without the map, so that one that is lost does not stop the copy. */
  private Optional<String> copyRowMap(String location, CopyList list) {
    RowMap map;
    try {
      map = RowMapReader.read(storage.newInputFile(location));
    } catch (MissingFileException | CorruptFileException | UnsupportedFeatureException e) {
      LOG.warn("The row map {} is not copied: {}", location, e.getMessage());
      return Optional.empty();
    }
    RowMapWriter.write(storage.newOutputFile(staged(location)), map.relocated(prefix));
    list.add(staged(location), prefix.apply(location));
    return Optional.of(prefix.apply(location));
  }
}

package io.firn.operation;

import io.firn.codec.avro.AvroCompression;
import io.firn.codec.avro.ManifestProjection;
import io.firn.codec.avro.ManifestReader;
import io.firn.codec.avro.ManifestSettings;
import io.firn.codec.avro.ManifestWriter;
import io.firn.error.InvalidInputException;
import io.firn.error.UnsupportedFeatureException;
import io.firn.model.DataFile;
import io.firn.model.EntryStatus;
import io.firn.model.ManifestContent;
import io.firn.model.ManifestEntry;
import io.firn.model.ManifestFile;
import io.firn.model.TableMetadata;
import io.firn.model.TableProperties;
import io.firn.operation.manifests.ManifestAccess;
import io.firn.partition.PartitionSpec;
import io.firn.partition.UnknownTransform;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.function.Function;

/** Opens manifests of a table and writes new ones for one snapshot. */
final class ManifestFactory implements ManifestAccess {
  /** The size of a manifest is looked at once in so many entries. */
  private static final int ENTRIES_BETWEEN_SIZE_CHECKS = 250;

  private final MetadataFiles files;
  private final TableMetadata table;
  private final long snapshotId;
  private final long targetSizeBytes;

  ManifestFactory(MetadataFiles files, TableMetadata table, long snapshotId) {
    this.files = files;
    this.table = table;
    this.snapshotId = snapshotId;
    this.targetSizeBytes =
        TableProperties.longValue(
            table.properties(),
            TableProperties.MANIFEST_TARGET_SIZE_BYTES,
            TableProperties.MANIFEST_TARGET_SIZE_BYTES_DEFAULT);
  }

  TableMetadata table() {
    return table;
  }

  long snapshotId() {
    return snapshotId;
  }

  long targetSizeBytes() {
    return targetSizeBytes;
  }

  PartitionSpec spec(int specId) {
    return table
        .spec(specId)
        .orElseThrow(
            () ->
                new InvalidInputException(
                    "Cannot find partition spec "
                        + specId
                        + " of the table at "
                        + table.location()));
  }

  @Override
  public ManifestReader open(ManifestFile manifest, ManifestProjection projection) {
    return ManifestReader.open(
        files.storage().newInputFile(manifest.manifestPath(), manifest.manifestLength()),
        manifest,
        projection,
        table);
  }

  /** A new manifest of the snapshot, in the table's format version. */
  @Override
  public ManifestWriter create(int specId, ManifestContent content) {
    PartitionSpec spec = spec(specId);
    requireKnownTransforms(spec);
    return ManifestWriter.create(
        files.newManifest(table),
        new ManifestSettings(
            table.formatVersion(),
            table.schema(),
            spec,
            content,
            snapshotId,
            AvroCompression.ofManifests(table.properties())));
  }

  private void requireKnownTransforms(PartitionSpec spec) {
    spec.fields().stream()
        .filter(f -> f.transform() instanceof UnknownTransform)
        .findFirst()
        .ifPresent(
            field -> {
              throw new UnsupportedFeatureException(
                  ("Cannot write to the table at %s: its partition field %s has the unknown"
                          + " transform %s; write with an engine that knows it")
                      .formatted(table.location(), field.name(), field.transform()));
            });
  }

  /**
   * Lists new files in new manifests, one spec after the other, each manifest up to the size that
   * the table wants. {@code age} is the data sequence number of a file that is not as new as the
   * snapshot.
   */
  List<ManifestFile> writeAdded(
      List<DataFile> added, Function<DataFile, OptionalLong> age, ManifestContent content) {
    Map<Integer, List<DataFile>> bySpec = new TreeMap<>();
    added.forEach(f -> bySpec.computeIfAbsent(f.specId(), id -> new ArrayList<>()).add(f));
    List<ManifestFile> manifests = new ArrayList<>();
    for (Map.Entry<Integer, List<DataFile>> ofSpec : bySpec.entrySet()) {
      int next = 0;
      while (next < ofSpec.getValue().size()) {
        ManifestWriter writer = create(ofSpec.getKey(), content);
        try (writer) {
          next = fill(writer, ofSpec.getValue(), next, age);
        }
        manifests.add(writer.toManifestFile());
      }
    }
    return manifests;
  }

  private int fill(
      ManifestWriter writer, List<DataFile> added, int from, Function<DataFile, OptionalLong> age) {
    int next = from;
    do {
      writer.add(
          new ManifestEntry(
              EntryStatus.ADDED,
              OptionalLong.of(snapshotId),
              age.apply(added.get(next)),
              OptionalLong.empty(),
              added.get(next)));
      next++;
    } while (next < added.size() && hasRoom(writer, next - from));
    return next;
  }

  /** Whether the manifest, which has so many entries, takes more. */
  boolean hasRoom(ManifestWriter writer, long entries) {
    return entries % ENTRIES_BETWEEN_SIZE_CHECKS != 0 || writer.length() < targetSizeBytes;
  }
}

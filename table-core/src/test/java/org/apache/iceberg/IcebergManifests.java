package org.apache.iceberg;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.iceberg.encryption.PlaintextEncryptionManager;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.io.FileIO;
import org.apache.iceberg.io.InputFile;
import org.apache.iceberg.io.OutputFile;

/** Opens the parts of Iceberg that only its own package can call, for tests that compare. */
public final class IcebergManifests {
  private IcebergManifests() {}

  /** One manifest entry as Iceberg reads it. */
  public record Entry(
      int status,
      Long snapshotId,
      Long dataSequenceNumber,
      Long fileSequenceNumber,
      ContentFile<?> file) {}

  public static List<Entry> entries(
      ManifestFile manifest, FileIO io, Map<Integer, PartitionSpec> specs) {
    List<Entry> entries = new ArrayList<>();
    try (ManifestReader<?> reader = ManifestFiles.open(manifest, io, specs);
        CloseableIterable<? extends ManifestEntry<?>> all = reader.entries()) {
      for (ManifestEntry<?> entry : all) {
        entries.add(
            new Entry(
                entry.status().id(),
                entry.snapshotId(),
                entry.dataSequenceNumber(),
                entry.fileSequenceNumber(),
                (ContentFile<?>) entry.file().copy()));
      }
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
    return entries;
  }

  public static List<ManifestFile> readList(InputFile file) {
    return ManifestLists.read(file);
  }

  public static void writeList(
      int formatVersion,
      OutputFile file,
      long snapshotId,
      Long parentSnapshotId,
      long sequenceNumber,
      Long firstRowId,
      List<ManifestFile> manifests) {
    try (ManifestListWriter writer =
        ManifestLists.write(
            formatVersion,
            file,
            PlaintextEncryptionManager.instance(),
            snapshotId,
            parentSnapshotId,
            sequenceNumber,
            firstRowId)) {
      writer.addAll(manifests);
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }
}

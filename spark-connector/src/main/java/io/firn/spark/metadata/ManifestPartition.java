package io.firn.spark.metadata;

import io.firn.model.ManifestContent;
import io.firn.model.ManifestFile;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.apache.spark.sql.connector.read.InputPartition;

/** One manifest whose entries become rows, with what its entries inherit. */
final class ManifestPartition implements InputPartition {
  private static final long serialVersionUID = 1L;
  private static final long NONE = -1;

  private final String path;
  private final long length;
  private final int specId;
  private final boolean deletes;
  private final long sequenceNumber;
  private final long minSequenceNumber;
  private final long addedSnapshotId;
  private final long firstRowId;
  private final boolean encrypted;

  ManifestPartition(ManifestFile manifest) {
    this.path = manifest.manifestPath();
    this.length = manifest.manifestLength();
    this.specId = manifest.partitionSpecId();
    this.deletes = manifest.content() == ManifestContent.DELETES;
    this.sequenceNumber = manifest.sequenceNumber();
    this.minSequenceNumber = manifest.minSequenceNumber();
    this.addedSnapshotId = manifest.addedSnapshotId();
    this.firstRowId = manifest.firstRowId().orElse(NONE);
    this.encrypted = manifest.keyMetadata().isPresent();
  }

  ManifestFile manifest() {
    return new ManifestFile(
        path,
        length,
        specId,
        deletes ? ManifestContent.DELETES : ManifestContent.DATA,
        sequenceNumber,
        minSequenceNumber,
        addedSnapshotId,
        OptionalInt.empty(),
        OptionalInt.empty(),
        OptionalInt.empty(),
        OptionalLong.empty(),
        OptionalLong.empty(),
        OptionalLong.empty(),
        Optional.empty(),
        encrypted ? Optional.of(java.nio.ByteBuffer.allocate(0)) : Optional.empty(),
        firstRowId == NONE ? OptionalLong.empty() : OptionalLong.of(firstRowId));
  }
}

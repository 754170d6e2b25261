package io.firn.codec.avro;

import io.firn.model.ManifestFile;
import java.util.List;
import java.util.OptionalLong;

/**
 * A manifest list as it was written, with sequence numbers and first row ids assigned. {@code
 * nextRowId} is the table's next row id after this snapshot, from format version 3 on.
 */
public record WrittenManifestList(List<ManifestFile> manifests, OptionalLong nextRowId) {

  public WrittenManifestList {
    manifests = List.copyOf(manifests);
  }
}

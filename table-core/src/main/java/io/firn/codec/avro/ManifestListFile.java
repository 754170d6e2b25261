package io.firn.codec.avro;

import io.firn.model.ManifestFile;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A manifest list: the manifests of a snapshot, and the file's key-value metadata as text. */
public record ManifestListFile(List<ManifestFile> manifests, Map<String, String> header) {

  /** Header key with the location of the snapshot's row map. */
  public static final String ROW_MAP_KEY = "firn.row-map";

  public ManifestListFile {
    manifests = List.copyOf(manifests);
    header = Map.copyOf(header);
  }

  /** Where the row map of the commit that made the snapshot is; empty if it has none. */
  public Optional<String> rowMapLocation() {
    return Optional.ofNullable(header.get(ROW_MAP_KEY));
  }
}

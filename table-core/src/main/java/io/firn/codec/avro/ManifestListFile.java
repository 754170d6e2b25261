package io.firn.codec.avro;

import io.firn.model.ManifestFile;
import java.util.List;
import java.util.Map;

/** A manifest list: the manifests of a snapshot, and the file's key-value metadata as text. */
public record ManifestListFile(List<ManifestFile> manifests, Map<String, String> header) {

  public ManifestListFile {
    manifests = List.copyOf(manifests);
    header = Map.copyOf(header);
  }
}

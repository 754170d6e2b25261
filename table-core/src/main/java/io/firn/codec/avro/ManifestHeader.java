package io.firn.codec.avro;

import io.firn.error.CorruptFileException;
import io.firn.error.UnsupportedFeatureException;
import io.firn.model.ManifestContent;
import io.firn.model.TableMetadata;

/** What a manifest's header says of the manifest; v1 leaves out all but the spec. */
record ManifestHeader(int specId, ManifestContent content) {

  static ManifestHeader of(AvroFileReader file) {
    int version = number(file, "format-version", 1);
    if (version < TableMetadata.MIN_SUPPORTED_VERSION
        || version > TableMetadata.MAX_SUPPORTED_VERSION) {
      throw new UnsupportedFeatureException(
          "Cannot read the manifest "
              + file.location()
              + ": format version "
              + version
              + " is not supported");
    }
    String text = file.header().getOrDefault("content", ManifestContent.DATA.text());
    for (ManifestContent content : ManifestContent.values()) {
      if (content.text().equals(text)) {
        return new ManifestHeader(number(file, "partition-spec-id", 0), content);
      }
    }
    throw new CorruptFileException(
        file.location(), -1, "the manifest's header has the unknown content \"" + text + "\"");
  }

  private static int number(AvroFileReader file, String key, int whenMissing) {
    String text = file.header().get(key);
    if (text == null) {
      return whenMissing;
    }
    try {
      return Integer.parseInt(text);
    } catch (NumberFormatException e) {
      throw new CorruptFileException(
          file.location(), -1, "the manifest's header has " + key + " = \"" + text + "\"", e);
    }
  }
}

package io.firn.statistics;

import io.firn.model.TableMetadata;
import io.firn.model.TableProperties;

/** Where files of statistics go: to the metadata files. */
final class MetadataDirectory {
  private MetadataDirectory() {}

  static String file(TableMetadata metadata, String name) {
    String directory =
        metadata
            .properties()
            .getOrDefault(TableProperties.WRITE_METADATA_PATH, metadata.location() + "/metadata");
    return (directory.endsWith("/") ? directory : directory + "/") + name;
  }
}

package io.firn.operation.manifests;

import io.firn.codec.avro.ManifestProjection;
import io.firn.codec.avro.ManifestReader;
import io.firn.codec.avro.ManifestWriter;
import io.firn.model.ManifestContent;
import io.firn.model.ManifestFile;

/** How manifests of a table are opened and new ones made. Thread-safe. */
public interface ManifestAccess {

  /** The entries of a manifest of the table; partition values have the types of today. */
  ManifestReader open(ManifestFile manifest, ManifestProjection projection);

  /** A new, empty manifest. */
  ManifestWriter create(int specId, ManifestContent content);
}

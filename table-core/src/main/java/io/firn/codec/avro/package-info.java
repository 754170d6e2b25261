/** Manifests and manifest lists in Avro files (spec: Manifests, Manifest Lists). */
@NullMarked
package io.firn.codec.avro;

import org.jspecify.annotations.NullMarked;

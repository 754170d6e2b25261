/**
 * From a snapshot to file tasks: prune manifests, prune files, attach deletes, pack splits (spec:
 * Scan Planning).
 */
@NullMarked
package io.firn.scan;

import org.jspecify.annotations.NullMarked;

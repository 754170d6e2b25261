/**
 * The spec's nouns as records: table metadata, snapshots, refs, manifests, entries, files, and the
 * changes of a commit.
 */
@NullMarked
package io.firn.model;

import org.jspecify.annotations.NullMarked;

/** Metadata tables: what a table's metadata says, as rows. */
@NullMarked
package io.firn.spark.metadata;

import org.jspecify.annotations.NullMarked;

/** The catalog in a file system: a directory per table, a numbered metadata file per commit. */
@NullMarked
package io.firn.catalog.hadoop;

import org.jspecify.annotations.NullMarked;

/** Compaction of data files on Spark, with the map of where each row went. */
@NullMarked
package io.firn.procedures.compact;

import org.jspecify.annotations.NullMarked;

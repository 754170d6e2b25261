/** Reading a table: scan builder, scan, statistics, aggregates from metadata, runtime filters. */
@NullMarked
package io.firn.spark.read;

import org.jspecify.annotations.NullMarked;

/**
 * Append and overwrite: distribution and ordering, rows to Parquet files, rolling, stats, commit.
 */
@NullMarked
package io.firn.spark.write;

import org.jspecify.annotations.NullMarked;

/** Column vectors over the vectors of Spark's Parquet reader: nothing here copies values. */
@NullMarked
package io.firn.spark.read.vector;

import org.jspecify.annotations.NullMarked;

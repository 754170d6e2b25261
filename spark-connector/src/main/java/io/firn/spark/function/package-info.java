/**
 * Partition transforms as functions of the catalog, for SQL and for Spark's distribution of rows.
 */
@NullMarked
package io.firn.spark.function;

import org.jspecify.annotations.NullMarked;

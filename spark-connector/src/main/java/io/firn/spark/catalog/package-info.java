/**
 * What a Firn catalog does for Spark: tables, namespaces, staged tables; and Spark's view of a
 * table.
 */
@NullMarked
package io.firn.spark.catalog;

import org.jspecify.annotations.NullMarked;

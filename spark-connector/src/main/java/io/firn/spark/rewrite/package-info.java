/** Moves the live rows of data files to new ones, in tasks of Spark, and tells where they went. */
@NullMarked
package io.firn.spark.rewrite;

import org.jspecify.annotations.NullMarked;

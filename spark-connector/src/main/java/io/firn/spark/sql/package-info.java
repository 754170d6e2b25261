/** What Firn adds to Spark's analysis of statements. */
@NullMarked
package io.firn.spark.sql;

import org.jspecify.annotations.NullMarked;

/** Spark's types, values and predicates to Firn's and back. */
@NullMarked
package io.firn.spark.convert;

import org.jspecify.annotations.NullMarked;

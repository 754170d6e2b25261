/** What stands before Spark's own session catalog, and what is behind. */
@NullMarked
package io.firn.spark.session;

import org.jspecify.annotations.NullMarked;

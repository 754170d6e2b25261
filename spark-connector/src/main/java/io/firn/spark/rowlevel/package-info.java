/** DELETE, UPDATE and MERGE: what Spark's row-level plans read and write. */
@NullMarked
package io.firn.spark.rowlevel;

import org.jspecify.annotations.NullMarked;

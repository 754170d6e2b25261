/** The {@code ALTER TABLE} statements that Spark's own grammar lacks. */
@NullMarked
package io.firn.spark.ddl;

import org.jspecify.annotations.NullMarked;

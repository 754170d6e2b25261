/** Parquet: schemas with field ids, rows, position deletes, and footers as column stats. */
@NullMarked
package io.firn.codec.parquet;

import org.jspecify.annotations.NullMarked;

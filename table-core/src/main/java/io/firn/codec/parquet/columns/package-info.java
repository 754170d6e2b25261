/** Parquet files made of the columns of others, without rows in between. */
@NullMarked
package io.firn.codec.parquet.columns;

import org.jspecify.annotations.NullMarked;

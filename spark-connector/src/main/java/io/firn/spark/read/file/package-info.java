/** Executor side: one data file after the other as column batches, with deletes applied. */
@NullMarked
package io.firn.spark.read.file;

import org.jspecify.annotations.NullMarked;

package io.firn.spark.read.file;

import io.firn.types.Type;

/** A file lacks a column that it must have, or stores it with another type. */
final class ColumnMismatchException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  ColumnMismatchException(String path) {
    super("required column " + path + " is missing in the file");
  }

  ColumnMismatchException(String path, Type wanted, org.apache.parquet.schema.Type stored) {
    super("column " + path + " is " + wanted + " in the table and '" + stored + "' in the file");
  }
}

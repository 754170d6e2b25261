package io.firn.spark.read.file;

import io.firn.types.Type;

/** A file stores a column with a type that the table's type cannot be read from. */
final class ColumnMismatchException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  ColumnMismatchException(String path, Type wanted, org.apache.parquet.schema.Type stored) {
    super("column " + path + " is " + wanted + " in the table and '" + stored + "' in the file");
  }
}

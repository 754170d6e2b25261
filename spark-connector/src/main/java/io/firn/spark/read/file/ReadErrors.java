package io.firn.spark.read.file;

import io.firn.error.CorruptFileException;
import io.firn.error.FirnException;
import io.firn.error.InvalidInputException;
import io.firn.error.MissingFileException;
import io.firn.error.StorageException;
import java.io.EOFException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InterruptedIOException;
import org.apache.spark.TaskKilledException;
import org.apache.spark.sql.execution.datasources.SchemaColumnConvertNotSupportedException;

/** Failures while a data file is read, named after table and file. */
final class ReadErrors {
  private ReadErrors() {}

  /**
   * The failure to throw for one that came out of the reader. What says nothing of the file
   * (interruption, a killed task, errors of the JVM but those that damaged lengths cause) stays as
   * it is.
   */
  static RuntimeException named(String table, String location, Throwable failure) {
    String where = "Cannot read " + table + ": ";
    if (failure instanceof FirnException known) {
      return known.during("Cannot read", table);
    }
    if (failure instanceof FileNotFoundException || isNamed(failure, "NoSuchFileException")) {
      return new MissingFileException(
          where + "its data file " + location + " does not exist; restore it", failure);
    }
    if (isInterruption(failure)) {
      return failure instanceof RuntimeException r
          ? r
          : new StorageException(where + "interrupted", failure);
    }
    if (failure instanceof SchemaColumnConvertNotSupportedException mismatch) {
      return new InvalidInputException(
          where
              + "column "
              + mismatch.getColumn()
              + " is "
              + mismatch.getLogicalType()
              + " in the table and "
              + mismatch.getPhysicalType()
              + " in the file "
              + location,
          failure);
    }
    if (failure instanceof ColumnMismatchException) {
      return new InvalidInputException(where + failure.getMessage() + " " + location, failure);
    }
    if (failure instanceof IOException && !isDamage(failure)) {
      return new StorageException(
          where + "reading " + location + " failed: " + failure.getMessage(), failure);
    }
    return new CorruptFileException(
        location, -1, "the data file of " + table + " is damaged: " + failure, failure);
  }

  private static boolean isInterruption(Throwable failure) {
    return failure instanceof TaskKilledException
        || failure instanceof InterruptedIOException
        || isNamed(failure, "ClosedByInterruptException")
        || Thread.currentThread().isInterrupted();
  }

  /** I/O errors that are about the bytes, not about getting them: Parquet itself raises them. */
  private static boolean isDamage(Throwable failure) {
    StackTraceElement[] trace = failure.getStackTrace();
    return failure instanceof EOFException
        || (trace.length > 0 && trace[0].getClassName().startsWith("org.apache.parquet."));
  }

  /** Only {@code io} may know the class, whose place is java.nio. */
  private static boolean isNamed(Throwable failure, String simpleName) {
    return failure.getClass().getSimpleName().equals(simpleName);
  }
}

package io.firn.codec.parquet;

import io.firn.error.CorruptFileException;
import io.firn.error.FirnException;
import io.firn.error.UnsupportedFeatureException;
import org.apache.parquet.crypto.ParquetCryptoRuntimeException;

/** Says in Firn's words what parquet-java ran into while it read a file. */
public final class ParquetErrors {
  private ParquetErrors() {}

  /**
   * A failure of the storage, or of Firn, as it is; encryption as not supported; all else comes
   * from bytes that are not what Parquet wants.
   */
  public static RuntimeException reading(String location, Exception e) {
    for (Throwable cause = e; cause != null; cause = cause.getCause()) {
      if (cause instanceof FirnException known) {
        return known;
      }
      if (cause instanceof ParquetCryptoRuntimeException) {
        return encrypted(location, cause);
      }
    }
    return new CorruptFileException(location, -1, "not readable as Parquet: " + e.getMessage(), e);
  }

  public static UnsupportedFeatureException encrypted(String location, Throwable cause) {
    return new UnsupportedFeatureException(
        "Cannot read " + location + ": encrypted Parquet files are not supported", cause);
  }
}

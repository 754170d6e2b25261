package io.firn.relocate;

import io.firn.codec.parquet.PositionDeleteRelocation;
import io.firn.codec.puffin.VectorRelocation;
import io.firn.error.UnsupportedFeatureException;
import io.firn.io.InputFile;
import io.firn.io.NoOutputFile;
import io.firn.io.OutputFile;
import io.firn.io.Storage;
import io.firn.model.FileFormat;
import java.util.Optional;

/**
 * A file of position deletes or deletion vectors, which name data files, that needs a copy with
 * other names: at {@code target}, or only to know how long it would be.
 */
public record DeleteFileCopy(
    String source, long length, FileFormat format, Optional<String> target) {

  /**
   * @throws UnsupportedFeatureException if such files cannot be read
   */
  public DeleteFileCopy {
    if (format != FileFormat.PARQUET && format != FileFormat.PUFFIN) {
      throw new UnsupportedFeatureException(
          "Cannot copy the position delete file "
              + source
              + ": the format "
              + format.text()
              + " is not supported; rewrite the table's position deletes as Parquet first");
    }
  }

  /** Writes the copy; returns its length in bytes. */
  public long write(Storage storage, PathPrefix prefix) {
    InputFile from = storage.newInputFile(source, length);
    OutputFile to = target.map(storage::newOutputFile).orElseGet(() -> new NoOutputFile(source));
    return format == FileFormat.PUFFIN
        ? VectorRelocation.copy(from, to, prefix)
        : PositionDeleteRelocation.copy(from, to, prefix);
  }
}

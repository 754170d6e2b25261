package io.firn.codec.delta;

import io.firn.codec.puffin.DeletionVectorCodec;
import io.firn.deletes.PositionSet;
import io.firn.error.CorruptFileException;
import io.firn.io.SeekableInput;
import io.firn.io.Storage;
import java.io.IOException;
import java.util.Optional;

/**
 * The deleted rows of a data file (Delta protocol: Deletion Vectors): in a file, or in the log
 * itself. The bytes in a file are those of a blob {@code deletion-vector-v1} of Puffin.
 *
 * @param location of the file that it is in; empty when {@code data} has it
 * @param data the text of an inline vector, empty for one in a file
 * @param offset where in the file it starts
 * @param size of the bitmap with its magic number, in bytes
 */
public record DeltaVector(
    Optional<String> location, String data, int offset, int size, long cardinality) {
  private static final int LENGTH_BYTES = 4;
  private static final int CRC_BYTES = 4;

  /** What the log says of a vector, for a table at {@code root}. */
  static DeltaVector of(
      String root, String storageType, String text, int offset, int size, long cardinality) {
    return switch (storageType) {
      case "i" -> new DeltaVector(Optional.empty(), text, 0, size, cardinality);
      case "p" ->
          new DeltaVector(
              Optional.of(DeltaPath.resolve(root, text)), "", offset, size, cardinality);
      case "u" ->
          new DeltaVector(
              Optional.of(root + "/" + relativePath(root, text)), "", offset, size, cardinality);
      default ->
          throw new CorruptFileException(
              root, -1, "unknown storage type '" + storageType + "' of a deletion vector");
    };
  }

  /** A random prefix of any length, and a UUID in 20 characters. */
  private static String relativePath(String root, String text) {
    int start = text.length() - Z85.UUID_CHARACTERS;
    if (start < 0) {
      throw new CorruptFileException(root, -1, "no deletion vector has the name " + text);
    }
    String file = "deletion_vector_" + Z85.uuid(root, text.substring(start)) + ".bin";
    return start == 0 ? file : text.substring(0, start) + "/" + file;
  }

  /**
   * The positions of the deleted rows; {@code dataFile} is for messages.
   *
   * @throws CorruptFileException if the bytes are damaged or are not as many deletes as the log
   *     says
   */
  public PositionSet read(Storage storage, String dataFile) {
    PositionSet positions =
        location.isPresent() ? stored(storage, location.get()) : inline(dataFile);
    if (positions.cardinality() != cardinality) {
      throw new CorruptFileException(
          location.orElse(dataFile),
          offset,
          "the deletion vector of "
              + dataFile
              + " has "
              + positions.cardinality()
              + " deletes, and the Delta log says "
              + cardinality);
    }
    return positions;
  }

  private PositionSet stored(Storage storage, String file) {
    byte[] blob = new byte[LENGTH_BYTES + size + CRC_BYTES];
    try (SeekableInput in = storage.newInputFile(file).open()) {
      in.readFully(offset, blob, 0, blob.length);
    } catch (IOException e) {
      throw new CorruptFileException(
          file, offset, "the deletion vector cannot be read: " + e.getMessage(), e);
    }
    return DeletionVectorCodec.decode(blob, file, offset);
  }

  private PositionSet inline(String dataFile) {
    byte[] bytes = Z85.decode(dataFile, data);
    try {
      return BitmapArray.read(bytes, size);
    } catch (IllegalArgumentException e) {
      throw new CorruptFileException(
          dataFile, -1, "its inline deletion vector cannot be read: " + e.getMessage(), e);
    }
  }
}

package io.firn.codec.puffin;

import io.firn.deletes.PositionSet;
import io.firn.error.CorruptFileException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.zip.CRC32;

/** The bytes of a {@code deletion-vector-v1} blob (spec: Puffin, deletion-vector-v1 blob type). */
public final class DeletionVectorCodec {
  public static final String BLOB_TYPE = "deletion-vector-v1";

  private static final byte[] MAGIC = {(byte) 0xd1, (byte) 0xd3, 0x39, 0x64};
  private static final int LENGTH_BYTES = 4;
  private static final int CRC_BYTES = 4;

  private DeletionVectorCodec() {}

  public static byte[] encode(PositionSet positions) {
    byte[] vector = positions.toBytes();
    int checkedLength = MAGIC.length + vector.length;
    ByteBuffer blob = ByteBuffer.allocate(LENGTH_BYTES + checkedLength + CRC_BYTES);
    blob.putInt(checkedLength).put(MAGIC).put(vector);
    blob.putInt(crc(blob.array(), checkedLength));
    return blob.array();
  }

  /**
   * Reads a blob.
   *
   * @throws CorruptFileException if length, magic, checksum or the bitmap are wrong; it names the
   *     file and the byte where the blob starts
   */
  public static PositionSet decode(byte[] blob, String location, long offset) {
    ByteBuffer in = ByteBuffer.wrap(blob);
    int checkedLength = blob.length - LENGTH_BYTES - CRC_BYTES;
    if (checkedLength < MAGIC.length || in.getInt() != checkedLength) {
      throw new CorruptFileException(
          location,
          offset,
          "the deletion vector's length does not fit its " + blob.length + " bytes");
    }
    byte[] magic = new byte[MAGIC.length];
    in.get(magic);
    if (!Arrays.equals(magic, MAGIC)) {
      throw new CorruptFileException(location, offset, "no deletion vector: wrong magic bytes");
    }
    if (in.getInt(LENGTH_BYTES + checkedLength) != crc(blob, checkedLength)) {
      throw new CorruptFileException(location, offset, "the deletion vector's checksum is wrong");
    }
    try {
      return PositionSet.fromBytes(in.slice(in.position(), checkedLength - MAGIC.length));
    } catch (IllegalArgumentException e) {
      throw new CorruptFileException(
          location, offset, "the deletion vector cannot be read: " + e.getMessage(), e);
    }
  }

  private static int crc(byte[] blob, int checkedLength) {
    CRC32 crc = new CRC32();
    crc.update(blob, LENGTH_BYTES, checkedLength);
    return (int) crc.getValue();
  }
}

package io.firn.codec.delta;

import io.firn.deletes.PositionSet;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * The bytes of an inline vector (Delta protocol: Deletion Vector Format): a magic number, and then
 * the bitmaps as Puffin has them, or, in what the protocol shows as its example, each with its
 * length.
 */
final class BitmapArray {
  private static final int PORTABLE = 1681511377;
  private static final int NATIVE = 1681511376;

  private BitmapArray() {}

  /**
   * @throws IllegalArgumentException if the bytes are no such vector
   */
  static PositionSet read(byte[] bytes, int length) {
    if (length < 2 * Integer.BYTES || length > bytes.length) {
      throw new IllegalArgumentException("it has " + bytes.length + " bytes, not " + length);
    }
    ByteBuffer in = ByteBuffer.wrap(bytes, 0, length).order(ByteOrder.LITTLE_ENDIAN);
    int magic = in.getInt();
    if (magic == PORTABLE) {
      return PositionSet.fromBytes(in.slice());
    }
    if (Integer.reverseBytes(magic) == NATIVE) {
      return readNative(in.order(ByteOrder.BIG_ENDIAN));
    }
    if (magic == NATIVE) {
      return readNative(in);
    }
    throw new IllegalArgumentException("its magic number is wrong");
  }

  private static PositionSet readNative(ByteBuffer in) {
    int count = in.getInt();
    ByteBuffer out =
        ByteBuffer.allocate(2 * Integer.BYTES + in.remaining()).order(ByteOrder.LITTLE_ENDIAN);
    out.putLong(count);
    for (int key = 0; key < count; key++) {
      int size = in.remaining() < Integer.BYTES ? -1 : in.getInt();
      if (size < 0 || size > in.remaining()) {
        throw new IllegalArgumentException("bitmap " + key + " of " + count + " is cut off");
      }
      out.putInt(key).put(in.array(), in.arrayOffset() + in.position(), size);
      in.position(in.position() + size);
    }
    return PositionSet.fromBytes(out.flip());
  }
}

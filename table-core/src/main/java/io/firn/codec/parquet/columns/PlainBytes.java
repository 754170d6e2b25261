package io.firn.codec.parquet.columns;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.io.api.Binary;

/** Collects values in Parquet's plain encoding. */
final class PlainBytes {
  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private byte[] bytes = new byte[1 << 12];
  private int size;

  int size() {
    return size;
  }

  private void reserve(int more) {
    if (more > bytes.length - size) {
      bytes = Arrays.copyOf(bytes, Math.max(Math.addExact(size, more), bytes.length * 2));
    }
  }

  /** The low {@code width} bytes, 4 or 8. */
  void add(long bits, int width) {
    reserve(8);
    if (width == 4) {
      INT.set(bytes, size, (int) bits);
    } else {
      LONG.set(bytes, size, bits);
    }
    size += width;
  }

  void add(Binary value) {
    byte[] content = value.getBytesUnsafe();
    reserve(4 + content.length);
    INT.set(bytes, size, content.length);
    System.arraycopy(content, 0, bytes, size + 4, content.length);
    size += 4 + content.length;
  }

  /** Takes {@code length} bytes out of the buffer; returns where they are now. */
  int add(ByteBuffer from, int length) {
    reserve(4 + length);
    INT.set(bytes, size, length);
    int at = size + 4;
    from.get(bytes, at, length);
    size = at + length;
    return at;
  }

  /** What was collected, until more is. */
  byte[] array() {
    return bytes;
  }

  /** All of it; the next value is the first again. */
  BytesInput take() {
    BytesInput all = BytesInput.from(bytes, 0, size);
    size = 0;
    return all;
  }
}

package io.firn.maintenance;

import java.util.Arrays;

/**
 * The value by which rows are sorted in z-order: each column becomes bytes whose unsigned order is
 * that of its values, and the bits of all columns are interleaved, the first bit of each column
 * first. A column that has no more bits is left out from there on. The bytes are those of Apache
 * Iceberg's z-order.
 *
 * <p>Numbers take eight bytes, strings and binaries as many as they are said to contribute: what is
 * longer is cut, what is shorter filled with zeros. Null is all zeros. One object serves row after
 * row; not thread-safe.
 */
public final class ZOrderValue {
  /** What a number, date, time or boolean contributes. */
  public static final int NUMBER_BYTES = 8;

  private final byte[][] columns;
  private final int size;

  /** {@code widths} has the bytes that each column contributes; the value has at most so many. */
  public ZOrderValue(int[] widths, int maxSize) {
    columns = new byte[widths.length][];
    long all = 0;
    for (int i = 0; i < widths.length; i++) {
      columns[i] = new byte[widths[i]];
      all += widths[i];
    }
    size = (int) Math.min(all, maxSize);
  }

  public void setNull(int column) {
    Arrays.fill(columns[column], (byte) 0);
  }

  /** Any whole number. */
  public void setNumber(int column, long value) {
    // With the sign turned, negative numbers come before positive ones.
    putLong(column, value ^ Long.MIN_VALUE);
  }

  /** NaN comes last, -0.0 before 0.0. */
  public void setNumber(int column, double value) {
    long bits = Double.doubleToLongBits(value);
    // Of a negative number all bits are turned: the greater its magnitude, the smaller it is.
    putLong(column, bits < 0 ? ~bits : bits ^ Long.MIN_VALUE);
  }

  public void setBoolean(int column, boolean value) {
    setNull(column);
    columns[column][0] = value ? (byte) 0x81 : 0;
  }

  public void setBinary(int column, byte[] value) {
    byte[] bytes = columns[column];
    int length = Math.min(bytes.length, value.length);
    System.arraycopy(value, 0, bytes, 0, length);
    Arrays.fill(bytes, length, bytes.length, (byte) 0);
  }

  /** A string in UTF-8; a character that does not fit as a whole does not count. */
  public void setText(int column, byte[] utf8) {
    setBinary(column, utf8);
    byte[] bytes = columns[column];
    if (utf8.length > bytes.length && isInsideCharacter(utf8[bytes.length])) {
      int end = bytes.length;
      do {
        end--;
      } while (end > 0 && isInsideCharacter(utf8[end]));
      Arrays.fill(bytes, end, bytes.length, (byte) 0);
    }
  }

  private static boolean isInsideCharacter(byte utf8) {
    return (utf8 & 0xc0) == 0x80;
  }

  private void putLong(int column, long bits) {
    byte[] bytes = columns[column];
    for (int i = 0; i < NUMBER_BYTES; i++) {
      bytes[i] = (byte) (bits >>> (56 - 8 * i));
    }
  }

  /** The value of the columns as they are set, in a new array. */
  public byte[] interleaved() {
    byte[] value = new byte[size];
    long bits = size * 8L;
    long next = 0;
    for (int sourceBit = 0; next < bits; sourceBit++) {
      int mask = 0x80 >>> (sourceBit & 7);
      for (int column = 0; column < columns.length && next < bits; column++) {
        byte[] bytes = columns[column];
        if (sourceBit >>> 3 < bytes.length) {
          if ((bytes[sourceBit >>> 3] & mask) != 0) {
            value[(int) (next >>> 3)] |= (byte) (0x80 >>> (int) (next & 7));
          }
          next++;
        }
      }
    }
    return value;
  }
}

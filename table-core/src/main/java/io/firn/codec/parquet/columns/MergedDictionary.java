package io.firn.codec.parquet.columns;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.parquet.column.Dictionary;
import org.apache.parquet.column.Encoding;
import org.apache.parquet.column.page.DictionaryPage;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;

/**
 * The dictionary of a new column chunk, made of those of old ones and of values; each value is in
 * it once. Numbers go by their bits: there are many NaNs, and two zeros.
 */
final class MergedDictionary {
  private final PrimitiveTypeName type;
  private final Map<Binary, Integer> idsOfBinaries = new HashMap<>();
  private final List<Binary> binaries = new ArrayList<>();
  private int[] slots = newSlots(1 << 10);
  private long[] numbers = new long[1 << 9];
  private int size;
  private long bytes;

  MergedDictionary(PrimitiveTypeName type) {
    this.type = type;
  }

  /** Whether values of the type get a dictionary in pages of version 1. */
  static boolean fits(PrimitiveTypeName type) {
    return switch (type) {
      case INT32, INT64, FLOAT, DOUBLE, BINARY -> true;
      case BOOLEAN, FIXED_LEN_BYTE_ARRAY, INT96 -> false;
    };
  }

  /** An old dictionary's ids as ids of this one. */
  final class Translation {
    private final Dictionary from;
    private final int[] known;

    private Translation(Dictionary from) {
      this.from = from;
      this.known = new int[from.getMaxId() + 1];
      Arrays.fill(known, -1);
    }

    /** Values that no live row has never get in. */
    int id(int old) {
      int id = known[old];
      if (id < 0) {
        id =
            type == PrimitiveTypeName.BINARY
                ? add(from.decodeToBinary(old))
                : add(PlainValue.bits(type, from, old));
        known[old] = id;
      }
      return id;
    }
  }

  Translation translation(Dictionary from) {
    return new Translation(from);
  }

  /** The id of the next value of a plain page. */
  int add(ByteBuffer plain) {
    return type == PrimitiveTypeName.BINARY
        ? add(PlainValue.binary(plain))
        : add(PlainValue.bits(type, plain));
  }

  private int add(Binary value) {
    Integer known = idsOfBinaries.get(value);
    if (known != null) {
      return known;
    }
    // Pages of the old file must not live as long as the dictionary.
    Binary kept = Binary.fromConstantByteArray(value.getBytes());
    idsOfBinaries.put(kept, size);
    binaries.add(kept);
    bytes += 4 + kept.length();
    return size++;
  }

  private int add(long value) {
    int slot = slot(value, slots.length - 1);
    while (slots[slot] >= 0) {
      if (numbers[slots[slot]] == value) {
        return slots[slot];
      }
      slot = (slot + 1) & (slots.length - 1);
    }
    slots[slot] = size;
    if (size == numbers.length) {
      numbers = Arrays.copyOf(numbers, size * 2);
    }
    numbers[size] = value;
    bytes += PlainValue.width(type);
    size++;
    if (size * 2 > slots.length) {
      rehash();
    }
    return size - 1;
  }

  private static int slot(long value, int mask) {
    long hash = value * 0x9E3779B97F4A7C15L;
    return (int) (hash >>> 32) & mask;
  }

  private static int[] newSlots(int count) {
    int[] slots = new int[count];
    Arrays.fill(slots, -1);
    return slots;
  }

  private void rehash() {
    slots = newSlots(slots.length * 2);
    int mask = slots.length - 1;
    for (int id = 0; id < size; id++) {
      int slot = slot(numbers[id], mask);
      while (slots[slot] >= 0) {
        slot = (slot + 1) & mask;
      }
      slots[slot] = id;
    }
  }

  int size() {
    return size;
  }

  long bytes() {
    return bytes;
  }

  Binary binary(int id) {
    return binaries.get(id);
  }

  /** The bits of a number. */
  long bits(int id) {
    return numbers[id];
  }

  /** What the value takes without dictionary. */
  int plainBytes(int id) {
    return type == PrimitiveTypeName.BINARY
        ? 4 + binaries.get(id).length()
        : PlainValue.width(type);
  }

  DictionaryPage page() {
    PlainBytes plain = new PlainBytes();
    for (int id = 0; id < size; id++) {
      if (type == PrimitiveTypeName.BINARY) {
        plain.add(binaries.get(id));
      } else {
        plain.add(numbers[id], PlainValue.width(type));
      }
    }
    return new DictionaryPage(plain.take(), size, Encoding.PLAIN_DICTIONARY);
  }
}

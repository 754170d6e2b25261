package io.firn.codec.parquet.columns;

import io.firn.codec.parquet.FloatingColumn;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.parquet.bytes.ByteBufferAllocator;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.column.Dictionary;
import org.apache.parquet.column.Encoding;
import org.apache.parquet.column.page.DictionaryPage;
import org.apache.parquet.column.statistics.Statistics;
import org.apache.parquet.column.values.ValuesWriter;
import org.apache.parquet.column.values.plain.PlainValuesWriter;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;

/** The dictionary of a new column chunk, made of those of old ones; each value is in it once. */
final class MergedDictionary {
  private final PrimitiveTypeName type;
  private final Map<Object, Integer> ids = new HashMap<>();
  private final List<Object> values = new ArrayList<>();
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
        id = add(value(from, old));
        known[old] = id;
      }
      return id;
    }
  }

  Translation translation(Dictionary from) {
    return new Translation(from);
  }

  /** Floating-point values go by their bits: there are many NaNs, and two zeros. */
  private Object value(Dictionary from, int id) {
    return switch (type) {
      case INT32 -> from.decodeToInt(id);
      case INT64 -> from.decodeToLong(id);
      case FLOAT -> Float.floatToRawIntBits(from.decodeToFloat(id));
      case DOUBLE -> Double.doubleToRawLongBits(from.decodeToDouble(id));
      default -> from.decodeToBinary(id);
    };
  }

  private int add(Object value) {
    Integer known = ids.get(value);
    if (known != null) {
      return known;
    }
    // Pages of the old file must not live as long as the dictionary.
    Object kept = value instanceof Binary b ? Binary.fromConstantByteArray(b.getBytes()) : value;
    int id = values.size();
    ids.put(kept, id);
    values.add(kept);
    bytes += plainBytes(id);
    return id;
  }

  int size() {
    return values.size();
  }

  long bytes() {
    return bytes;
  }

  /** What the value takes without dictionary. */
  int plainBytes(int id) {
    return switch (type) {
      case INT32, FLOAT -> 4;
      case INT64, DOUBLE -> 8;
      default -> 4 + binary(id).length();
    };
  }

  Binary binary(int id) {
    return (Binary) values.get(id);
  }

  /** Takes note of a value. */
  void note(int id, Statistics<?> statistics) {
    Object value = values.get(id);
    switch (type) {
      case INT32 -> statistics.updateStats((int) value);
      case INT64 -> statistics.updateStats((long) value);
      case FLOAT -> statistics.updateStats(Float.intBitsToFloat((int) value));
      case DOUBLE -> statistics.updateStats(Double.longBitsToDouble((long) value));
      default -> statistics.updateStats((Binary) value);
    }
  }

  /** Takes note of a value that is written once more. */
  void note(int id, FloatingColumn floating) {
    if (type == PrimitiveTypeName.FLOAT) {
      floating.see(Float.intBitsToFloat((int) values.get(id)));
    } else if (type == PrimitiveTypeName.DOUBLE) {
      floating.see(Double.longBitsToDouble((long) values.get(id)));
    }
  }

  DictionaryPage page(ByteBufferAllocator allocator) {
    int capacity = (int) Math.max(64, bytes);
    ValuesWriter writer = new PlainValuesWriter(capacity, capacity, allocator);
    for (Object value : values) {
      switch (type) {
        case INT32 -> writer.writeInteger((int) value);
        case INT64 -> writer.writeLong((long) value);
        case FLOAT -> writer.writeFloat(Float.intBitsToFloat((int) value));
        case DOUBLE -> writer.writeDouble(Double.longBitsToDouble((long) value));
        default -> writer.writeBytes((Binary) value);
      }
    }
    BytesInput plain = writer.getBytes();
    return new DictionaryPage(plain, values.size(), Encoding.PLAIN_DICTIONARY);
  }
}

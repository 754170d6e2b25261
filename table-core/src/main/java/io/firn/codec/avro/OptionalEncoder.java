package io.firn.codec.avro;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.TreeMap;
import org.apache.avro.io.Encoder;

/** Writes optional fields: unions of null and a type. */
record OptionalEncoder(Encoder out) {

  private boolean writeBranch(boolean present) throws IOException {
    out.writeIndex(present ? 1 : 0);
    return present;
  }

  void longValue(OptionalLong value) throws IOException {
    if (writeBranch(value.isPresent())) {
      out.writeLong(value.getAsLong());
    }
  }

  void intValue(OptionalInt value) throws IOException {
    if (writeBranch(value.isPresent())) {
      out.writeInt(value.getAsInt());
    }
  }

  void booleanValue(Optional<Boolean> value) throws IOException {
    if (writeBranch(value.isPresent())) {
      out.writeBoolean(value.get());
    }
  }

  void string(Optional<String> value) throws IOException {
    if (writeBranch(value.isPresent())) {
      out.writeString(value.get());
    }
  }

  void bytes(Optional<ByteBuffer> value) throws IOException {
    if (writeBranch(value.isPresent())) {
      out.writeBytes(value.get().duplicate());
    }
  }

  /** An empty list is written as null. */
  void longs(List<Long> values) throws IOException {
    if (writeBranch(!values.isEmpty())) {
      list(values, out::writeLong);
    }
  }

  /** An empty list is written as null. */
  void ints(List<Integer> values) throws IOException {
    if (writeBranch(!values.isEmpty())) {
      list(values, out::writeInt);
    }
  }

  /** An empty map is written as null; keys ascending, so that equal stats have equal bytes. */
  <V> void map(Map<Integer, V> values, ItemWriter<V> valueWriter) throws IOException {
    if (writeBranch(!values.isEmpty())) {
      list(
          new TreeMap<>(values).entrySet(),
          entry -> {
            out.writeInt(entry.getKey());
            valueWriter.write(entry.getValue());
          });
    }
  }

  <V> void list(Collection<V> items, ItemWriter<V> itemWriter) throws IOException {
    out.writeArrayStart();
    out.setItemCount(items.size());
    for (V item : items) {
      out.startItem();
      itemWriter.write(item);
    }
    out.writeArrayEnd();
  }

  /** Writes one item of a list or one value of a map. */
  @FunctionalInterface
  interface ItemWriter<V> {
    void write(V item) throws IOException;
  }
}

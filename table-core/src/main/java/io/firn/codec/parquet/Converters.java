package io.firn.codec.parquet;

import io.firn.types.StructValue;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.LongFunction;
import java.util.function.Supplier;
import org.apache.parquet.column.Dictionary;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.io.api.Converter;
import org.apache.parquet.io.api.GroupConverter;
import org.apache.parquet.io.api.PrimitiveConverter;
import org.jspecify.annotations.Nullable;

/** Builds values from the events of parquet-java's record reader; each hands its value on. */
final class Converters {
  private Converters() {}

  /** Takes a finished value. */
  @FunctionalInterface
  interface Sink {
    void accept(Object value);
  }

  /** Makes a converter that hands its values to the sink. */
  @FunctionalInterface
  interface Factory {
    Converter to(Sink sink);
  }

  static final class Booleans extends PrimitiveConverter {
    private final Sink sink;

    Booleans(Sink sink) {
      this.sink = sink;
    }

    @Override
    public void addBoolean(boolean value) {
      sink.accept(value);
    }
  }

  static final class Numbers extends PrimitiveConverter {
    private final LongFunction<Object> convert;
    private final Sink sink;

    Numbers(LongFunction<Object> convert, Sink sink) {
      this.convert = convert;
      this.sink = sink;
    }

    @Override
    public void addInt(int value) {
      sink.accept(convert.apply(value));
    }

    @Override
    public void addLong(long value) {
      sink.accept(convert.apply(value));
    }
  }

  static final class Floats extends PrimitiveConverter {
    private final Sink sink;

    Floats(Sink sink) {
      this.sink = sink;
    }

    @Override
    public void addFloat(float value) {
      sink.accept(value);
    }
  }

  static final class Doubles extends PrimitiveConverter {
    private final Sink sink;

    Doubles(Sink sink) {
      this.sink = sink;
    }

    @Override
    public void addFloat(float value) {
      sink.accept((double) value);
    }

    @Override
    public void addDouble(double value) {
      sink.accept(value);
    }
  }

  /** Values of a dictionary are converted once each. */
  static final class Binaries extends PrimitiveConverter {
    private final Function<Binary, Object> convert;
    private final Sink sink;
    private @Nullable Object[] converted = new @Nullable Object[0];

    Binaries(Function<Binary, Object> convert, Sink sink) {
      this.convert = convert;
      this.sink = sink;
    }

    @Override
    public boolean hasDictionarySupport() {
      return true;
    }

    @Override
    public void setDictionary(Dictionary dictionary) {
      converted = new @Nullable Object[dictionary.getMaxId() + 1];
      for (int id = 0; id < converted.length; id++) {
        converted[id] = convert.apply(dictionary.decodeToBinary(id));
      }
    }

    @Override
    public void addValueFromDictionary(int dictionaryId) {
      Object value = converted[dictionaryId];
      if (value != null) {
        sink.accept(value);
      }
    }

    @Override
    public void addBinary(Binary value) {
      sink.accept(convert.apply(value));
    }
  }

  /** Passes over a column that is read only to know whether the struct around it is there. */
  static final class Ignored extends PrimitiveConverter {
    @Override
    public void addBinary(Binary value) {}

    @Override
    public void addBoolean(boolean value) {}

    @Override
    public void addDouble(double value) {}

    @Override
    public void addFloat(float value) {}

    @Override
    public void addInt(int value) {}

    @Override
    public void addLong(long value) {}
  }

  static final class IgnoredGroup extends GroupConverter {
    private final Converter[] children;

    IgnoredGroup(Converter... children) {
      this.children = children;
    }

    @Override
    public Converter getConverter(int index) {
      return children[index];
    }

    @Override
    public void start() {}

    @Override
    public void end() {}
  }

  /** Fields that the file does not have keep the value that the template has for them. */
  static final class Struct extends GroupConverter {
    private final @Nullable Object[] template;
    private final Converter[] children;
    private final Sink sink;
    private @Nullable Object[] values;

    /** {@code positions} are those of the children's values in the struct. */
    Struct(
        @Nullable Object[] template, int[] positions, Factory[] childFactories, Sink sink) {
      this.template = template;
      this.values = template.clone();
      this.sink = sink;
      this.children = new Converter[childFactories.length];
      for (int i = 0; i < children.length; i++) {
        int position = i < positions.length ? positions[i] : -1;
        children[i] =
            childFactories[i].to(
                value -> {
                  if (position >= 0) {
                    values[position] = value;
                  }
                });
      }
    }

    @Override
    public Converter getConverter(int index) {
      return children[index];
    }

    @Override
    public void start() {
      values = template.clone();
    }

    @Override
    public void end() {
      sink.accept(StructValue.of(values));
    }
  }

  /** The group around a list's elements or a map's entries. */
  static final class Collecting<C> extends GroupConverter {
    private final Supplier<C> empty;
    private final Converter repeated;
    private final Sink sink;
    private C current;

    Collecting(
        Supplier<C> empty,
        Function<Supplier<C>, Converter> repeated,
        Sink sink) {
      this.empty = empty;
      this.current = empty.get();
      this.repeated = repeated.apply(() -> current);
      this.sink = sink;
    }

    @Override
    public Converter getConverter(int index) {
      return repeated;
    }

    @Override
    public void start() {
      current = empty.get();
    }

    @Override
    public void end() {
      sink.accept(current);
    }
  }

  static Factory list(Factory element, boolean wrapped) {
    return sink ->
        new Collecting<List<@Nullable Object>>(
            ArrayList::new,
            list ->
                wrapped
                    ? new Element(element, list)
                    : element.to(value -> list.get().add(value)),
            sink);
  }

  /** The repeated group around one element, which may be null. */
  private static final class Element extends GroupConverter {
    private final Converter child;
    private final Supplier<List<@Nullable Object>> list;
    private @Nullable Object value;

    Element(Factory element, Supplier<List<@Nullable Object>> list) {
      this.list = list;
      this.child = element.to(v -> value = v);
    }

    @Override
    public Converter getConverter(int index) {
      return child;
    }

    @Override
    public void start() {
      value = null;
    }

    @Override
    public void end() {
      list.get().add(value);
    }
  }

  static Factory map(Factory key, Factory value) {
    return sink ->
        new Collecting<Map<@Nullable Object, @Nullable Object>>(
            LinkedHashMap::new, map -> new Entry(key, value, map), sink);
  }

  private static final class Entry extends GroupConverter {
    private final Converter keyConverter;
    private final Converter valueConverter;
    private final Supplier<Map<@Nullable Object, @Nullable Object>> map;
    private @Nullable Object key;
    private @Nullable Object value;

    Entry(
        Factory key,
        Factory value,
        Supplier<Map<@Nullable Object, @Nullable Object>> map) {
      this.map = map;
      this.keyConverter = key.to(v -> this.key = v);
      this.valueConverter = value.to(v -> this.value = v);
    }

    @Override
    public Converter getConverter(int index) {
      return index == 0 ? keyConverter : valueConverter;
    }

    @Override
    public void start() {
      key = null;
      value = null;
    }

    @Override
    public void end() {
      map.get().put(key, value);
    }
  }
}

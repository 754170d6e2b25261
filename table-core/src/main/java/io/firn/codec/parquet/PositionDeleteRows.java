package io.firn.codec.parquet;

import io.firn.deletes.PositionSet;
import java.util.Map;
import java.util.Optional;
import org.apache.parquet.column.Dictionary;
import org.apache.parquet.io.ParquetDecodingException;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.io.api.Converter;
import org.apache.parquet.io.api.GroupConverter;
import org.apache.parquet.io.api.PrimitiveConverter;
import org.apache.parquet.io.api.RecordMaterializer;
import org.jspecify.annotations.Nullable;

/**
 * Adds the rows of a position delete file to sets, without an object a row: paths come from the
 * dictionary, and the set of the last path is kept at hand.
 */
final class PositionDeleteRows extends RecordMaterializer<Boolean> {
  private final Map<String, PositionSet> deletes;
  private final Optional<String> onlyDataFile;
  private final Path path = new Path();
  private final Position position = new Position();
  private @Nullable String lastPath;
  private @Nullable PositionSet lastSet;

  PositionDeleteRows(Map<String, PositionSet> deletes, Optional<String> onlyDataFile) {
    this.deletes = deletes;
    this.onlyDataFile = onlyDataFile;
  }

  private void addRow() {
    String current = path.value;
    if (current == null || position.value < 0) {
      throw new ParquetDecodingException(
          "a delete of row " + position.value + " of file " + current);
    }
    if (!current.equals(lastPath)) {
      lastPath = current;
      boolean wanted = onlyDataFile.isEmpty() || onlyDataFile.get().equals(current);
      lastSet = wanted ? deletes.computeIfAbsent(current, p -> new PositionSet()) : null;
    }
    if (lastSet != null) {
      lastSet.add(position.value);
    }
  }

  @Override
  public Boolean getCurrentRecord() {
    return Boolean.TRUE;
  }

  @Override
  public GroupConverter getRootConverter() {
    return new GroupConverter() {
      @Override
      public Converter getConverter(int index) {
        return index == 0 ? path : position;
      }

      @Override
      public void start() {
        path.value = null;
        position.value = -1;
      }

      @Override
      public void end() {
        addRow();
      }
    };
  }

  private static final class Path extends PrimitiveConverter {
    private @Nullable String value;
    private String[] decoded = new String[0];

    @Override
    public boolean hasDictionarySupport() {
      return true;
    }

    @Override
    public void setDictionary(Dictionary dictionary) {
      decoded = new String[dictionary.getMaxId() + 1];
      for (int id = 0; id < decoded.length; id++) {
        decoded[id] = dictionary.decodeToBinary(id).toStringUsingUTF8();
      }
    }

    @Override
    public void addValueFromDictionary(int dictionaryId) {
      value = decoded[dictionaryId];
    }

    @Override
    public void addBinary(Binary binary) {
      value = binary.toStringUsingUTF8();
    }
  }

  private static final class Position extends PrimitiveConverter {
    private long value = -1;

    @Override
    public void addLong(long newValue) {
      value = newValue;
    }
  }
}

package io.firn.spark.read.vector;

import java.util.Arrays;
import org.apache.spark.sql.types.DataTypes;

/** One boolean a row, set anew for each batch. */
public final class FlagVector extends ReadOnlyVector {
  private boolean[] flags = new boolean[0];

  public FlagVector() {
    super(DataTypes.BooleanType);
  }

  /** Clears all flags and makes room for {@code rows} of them. */
  public void clear(int rows) {
    if (flags.length < rows) {
      flags = new boolean[rows];
    } else {
      Arrays.fill(flags, false);
    }
  }

  public void set(int rowId) {
    flags[rowId] = true;
  }

  public boolean isSet(int rowId) {
    return flags[rowId];
  }

  @Override
  public boolean hasNull() {
    return false;
  }

  @Override
  public boolean isNullAt(int rowId) {
    return false;
  }

  @Override
  public boolean getBoolean(int rowId) {
    return flags[rowId];
  }
}

package io.firn.spark.read.vector;

import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.unsafe.types.UTF8String;

/** One text for the rows whose flag is set, and another one for the rest. */
public final class EitherTextVector extends ReadOnlyVector {
  private final FlagVector flags;
  private final UTF8String set;
  private final UTF8String notSet;

  /** Follows the flags: a later change of them shows here. */
  public EitherTextVector(FlagVector flags, String set, String notSet) {
    super(DataTypes.StringType);
    this.flags = flags;
    this.set = UTF8String.fromString(set);
    this.notSet = UTF8String.fromString(notSet);
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
  public UTF8String getUTF8String(int rowId) {
    return flags.isSet(rowId) ? set : notSet;
  }
}

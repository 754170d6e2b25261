package io.firn.codec.parquet.columns;

import io.firn.codec.parquet.FloatingColumn;
import org.apache.parquet.column.ColumnWriter;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.io.api.RecordConsumer;

/** Takes single values for a column of the top level. */
final class ValueSink extends RecordConsumer {
  private final ColumnWriter out;
  private final FloatingColumn floating;
  private final int level;

  ValueSink(ColumnWriter out, FloatingColumn floating, int level) {
    this.out = out;
    this.floating = floating;
    this.level = level;
  }

  @Override
  public void addInteger(int value) {
    out.write(value, 0, level);
  }

  @Override
  public void addLong(long value) {
    out.write(value, 0, level);
  }

  @Override
  public void addBoolean(boolean value) {
    out.write(value, 0, level);
  }

  @Override
  public void addBinary(Binary value) {
    out.write(value, 0, level);
  }

  @Override
  public void addFloat(float value) {
    out.write(floating.see(value), 0, level);
  }

  @Override
  public void addDouble(double value) {
    out.write(floating.see(value), 0, level);
  }

  @Override
  public void startMessage() {
    throw nested();
  }

  @Override
  public void endMessage() {
    throw nested();
  }

  @Override
  public void startField(String field, int index) {
    throw nested();
  }

  @Override
  public void endField(String field, int index) {
    throw nested();
  }

  @Override
  public void startGroup() {
    throw nested();
  }

  @Override
  public void endGroup() {
    throw nested();
  }

  private static IllegalStateException nested() {
    return new IllegalStateException("A single value has no fields");
  }
}

package io.firn.spark.convert;

/** Counts field ids up. */
public final class FieldIds {
  private int last;

  /** The first id given is {@code last + 1}. */
  public FieldIds(int last) {
    this.last = last;
  }

  public int next() {
    last++;
    return last;
  }
}

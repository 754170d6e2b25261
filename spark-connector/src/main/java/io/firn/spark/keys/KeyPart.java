package io.firn.spark.keys;

import java.io.Serializable;

/** The keys that one task saw of one partition of a source, and whether it saw the last row. */
final class KeyPart implements Serializable {
  private static final long serialVersionUID = 1L;

  private final byte[] keys;
  private final int partition;
  private final boolean complete;

  KeyPart(byte[] keys, int partition, boolean complete) {
    this.keys = keys;
    this.partition = partition;
    this.complete = complete;
  }

  byte[] keys() {
    return keys;
  }

  int partition() {
    return partition;
  }

  boolean isComplete() {
    return complete;
  }
}

package io.firn.race;

import io.firn.types.StructValue;

/** A row of a race: {@code uid} tells it apart and never changes, {@code v} counts its updates. */
record Row(long uid, long k, long v) {

  StructValue values() {
    return StructValue.of(uid, k, v, partition());
  }

  int partition() {
    return (int) (k % 2);
  }

  Row updated() {
    return new Row(uid, k, v + 1);
  }
}

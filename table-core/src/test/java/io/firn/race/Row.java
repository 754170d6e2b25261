package io.firn.race;

import io.firn.types.Schema;
import io.firn.types.StructValue;

/** A row of a race: {@code uid} tells it apart and never changes, {@code v} counts its updates. */
record Row(long uid, long k, long v) {

  /** As a row of the schema, which may name {@code v} otherwise and have more columns. */
  StructValue values(Schema schema) {
    Object[] values = new Object[schema.fields().size()];
    for (int i = 0; i < values.length; i++) {
      values[i] =
          switch (schema.fields().get(i).id()) {
            case 1 -> uid;
            case 2 -> k;
            case 3 -> v;
            case 4 -> partition();
            default -> null;
          };
    }
    return StructValue.of(values);
  }

  int partition() {
    return (int) (k % 2);
  }

  Row updated() {
    return new Row(uid, k, v + 1);
  }
}

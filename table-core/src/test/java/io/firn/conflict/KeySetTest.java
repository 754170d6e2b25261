package io.firn.conflict;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.firn.conflict.KeyColumn.Nulls;
import io.firn.expr.Predicate;
import io.firn.expr.Predicates;
import io.firn.types.DecimalType;
import io.firn.types.Field;
import io.firn.types.Schema;
import io.firn.types.SimpleType;
import io.firn.types.StructValue;
import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What a set of join keys says of rows: never no of a key that was added. */
class KeySetTest {
  private static final KeyColumn ID = new KeyColumn(1, SimpleType.LONG, Nulls.UNEQUAL);
  private static final KeyColumn NAME = new KeyColumn(2, SimpleType.STRING, Nulls.EQUAL);
  private static final Schema SCHEMA =
      Schema.of(
          Field.optional(1, "id", SimpleType.LONG), Field.optional(2, "name", SimpleType.STRING));

  private static boolean holds(KeySet keys, @Nullable Object id, @Nullable Object name) {
    return keys.over(SCHEMA).mayMatch(StructValue.of(id, name));
  }

  @Test
  void aTupleIsFoundAsAWhole() {
    KeyCollector collector = KeyCollector.ofAll(List.of(ID, NAME));
    collector.add(1L, "a");
    collector.add(2L, "b");
    collector.add(3L, null);
    collector.add(null, "c");
    KeySet keys = collector.keys();
    assertTrue(holds(keys, 1L, "a"));
    assertTrue(holds(keys, 2L, "b"));
    assertFalse(holds(keys, 1L, "b"));
    assertFalse(holds(keys, 2L, null));
    assertTrue(holds(keys, 3L, null));
    assertFalse(holds(keys, null, "c"));
    assertEquals("3 join keys", keys.toString());
    assertEquals(Optional.of(Set.of(1, 2)), keys.columns(SCHEMA));
    assertEquals(
        "(id in (1, 2, 3) and (name in ('a', 'b') or name is null))",
        Predicates.describe(keys.bounds(SCHEMA)));
  }

  @Test
  void noKeysMatchNoRow() {
    KeySet keys = KeyCollector.ofAll(List.of(ID)).keys();
    assertEquals(Predicate.ALWAYS_FALSE, keys.bounds(SCHEMA));
    assertFalse(holds(keys, 1L, "a"));
  }

  @Test
  void manyKeysBecomeABloomFilterAndBounds() {
    long seed = Long.getLong("firn.test.seed", 20261130L);
    Random random = new Random(seed);
    KeyCollector all = KeyCollector.ofAll(List.of(ID));
    long[] added = new long[30_000];
    for (int task = 0; task < 3; task++) {
      // The more tasks there are, the less each of them may send: 1,000 keys at least.
      KeyCollector ofTask = KeyCollector.ofTask(List.of(ID), task == 1 ? 10_000 : 1_000);
      for (int i = 0; i < 10_000; i++) {
        added[task * 10_000 + i] = random.nextInt(1_000_000_000);
        ofTask.add(added[task * 10_000 + i]);
      }
      all.addAll(ofTask.toBytes());
    }
    KeySet keys = all.keys();
    for (long key : added) {
      assertTrue(holds(keys, key, "x"), () -> "seed " + seed + ", key " + key);
    }
    assertEquals("many join keys", keys.toString());
    String bounds = Predicates.describe(keys.bounds(SCHEMA));
    assertTrue(bounds.startsWith("(id >= "), bounds);
  }

  @Test
  void aFilterIsMostlyRight() {
    KeyCollector ofTask = KeyCollector.ofTask(List.of(ID), 1);
    for (long id = 0; id < 200_000; id++) {
      ofTask.add(id);
    }
    KeyCollector all = KeyCollector.ofAll(List.of(ID));
    all.addAll(ofTask.toBytes());
    KeySet keys = all.keys();
    assertEquals("many join keys", keys.toString());
    int wrong = 0;
    for (long id = 1_000_000; id < 1_010_000; id++) {
      wrong += holds(keys, id, "x") ? 1 : 0;
    }
    assertTrue(wrong < 200, wrong + " of 10000");
  }

  /** A column may have become a wider one of the same values; any other change makes all count. */
  @Test
  void aWiderColumnStillCompares() {
    KeyCollector collector =
        KeyCollector.ofAll(
            List.of(
                new KeyColumn(1, SimpleType.INT, Nulls.UNEQUAL),
                new KeyColumn(3, new DecimalType(9, 2), Nulls.UNEQUAL)));
    collector.add(7, new BigDecimal("1.50"));
    KeySet keys = collector.keys();
    Schema wider =
        Schema.of(
            Field.optional(3, "d", new DecimalType(18, 2)),
            Field.optional(1, "id", SimpleType.LONG));
    assertTrue(keys.over(wider).mayMatch(StructValue.of(new BigDecimal("1.50"), 7L)));
    assertFalse(keys.over(wider).mayMatch(StructValue.of(new BigDecimal("1.51"), 7L)));
    assertEquals("(id in (7) and d in (1.50))", Predicates.describe(keys.bounds(wider)));
    assertEquals(Optional.empty(), keys.columns(SCHEMA));
    Schema other =
        Schema.of(
            Field.optional(1, "id", SimpleType.DATE),
            Field.optional(3, "d", new DecimalType(9, 2)));
    assertEquals(Optional.empty(), keys.columns(other));
    assertEquals("d in (1.50)", Predicates.describe(keys.bounds(other)));
  }

  @Test
  void longTextsHaveNoBounds() {
    KeyCollector collector = KeyCollector.ofAll(List.of(NAME));
    collector.add("a");
    collector.add("x".repeat(300));
    KeySet keys = collector.keys();
    assertEquals(Predicate.ALWAYS_TRUE, keys.bounds(SCHEMA));
    assertTrue(holds(keys, 0L, "x".repeat(300)));
    assertFalse(holds(keys, 0L, "x".repeat(299)));
  }
}

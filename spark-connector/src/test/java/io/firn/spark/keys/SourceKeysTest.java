package io.firn.spark.keys;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.firn.conflict.KeyColumn;
import io.firn.spark.TestSession;
import io.firn.types.SimpleType;
import java.util.List;
import org.apache.spark.SparkException;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.BoundReference;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.types.DataTypes;
import org.junit.jupiter.api.Test;

/** Keys are known only of a source whose tasks all came to its end. */
class SourceKeysTest {
  private final SourceKeys keys =
      new SourceKeys(
          List.of(new KeyColumn(1, SimpleType.LONG, KeyColumn.Nulls.UNEQUAL)),
          List.of(DataTypes.LongType));

  /** Ten keys in two partitions. */
  private JavaRDD<InternalRow> source() {
    Expression id = new BoundReference(0, DataTypes.LongType, false);
    return keys.observe(
            TestSession.get().range(0, 10, 1, 2).queryExecution().toRdd(), new Expression[] {id})
        .toJavaRDD();
  }

  private String known() {
    return keys.complete().map(Object::toString).orElse("not known");
  }

  @Test
  void nothingIsKnownBeforeItRuns() {
    assertEquals("not known", known());
    source();
    assertEquals("not known", known());
  }

  @Test
  void allKeysAreKnownAfterwardsHoweverOftenItRan() {
    JavaRDD<InternalRow> source = source();
    assertEquals(10, source.count());
    assertEquals("10 join keys", known());
    assertEquals(10, source.count());
    assertEquals("10 join keys", known());
  }

  @Test
  void aTaskThatStopsBeforeTheEndSpoilsTheRun() {
    JavaRDD<InternalRow> source = source();
    assertEquals(1, source.take(1).size());
    assertEquals("not known", known());
    assertEquals(10, source.count());
    assertEquals("not known", known());
  }

  @Test
  void aTaskThatFailsAtTheEndCountsForNothing() {
    JavaRDD<InternalRow> source = source();
    assertThrows(
        SparkException.class,
        () ->
            source.foreachPartition(
                rows -> {
                  rows.forEachRemaining(row -> {});
                  throw new IllegalStateException("failed on purpose");
                }));
    assertEquals("not known", known());
  }

  @Test
  void oneRunThatIsNotCompleteSpoilsAll() {
    assertEquals(10, source().count());
    source();
    assertEquals("not known", known());
  }
}

package io.firn.expr;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.firn.expr.Predicate.Operator;
import io.firn.expr.Predicate.Reference;
import io.firn.expr.Predicate.SetOperator;
import io.firn.expr.Predicate.TestOperator;
import io.firn.model.ColumnStats;
import io.firn.model.DataFile;
import io.firn.types.Field;
import io.firn.types.Schema;
import io.firn.types.SimpleType;
import io.firn.types.SingleValue;
import io.firn.types.StructType;
import io.firn.types.StructValue;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** What predicates mean for null, NaN, zeros, text and structs. */
class RowEvaluatorTest {
  private static final Schema SCHEMA =
      Schema.of(
          Field.optional(1, "long", SimpleType.LONG),
          Field.optional(2, "double", SimpleType.DOUBLE),
          Field.optional(3, "string", SimpleType.STRING),
          Field.optional(4, "s", StructType.of(Field.required(5, "x", SimpleType.INT))),
          Field.optional(6, "uuid", SimpleType.UUID),
          Field.optional(7, "binary", SimpleType.BINARY));
  private static final StructValue NULLS = StructValue.of(null, null, null, null, null, null);

  @Test
  void onlyNegativeTestsHoldForNull() {
    for (Operator operator : Operator.values()) {
      boolean negative = operator == Operator.NOT_EQ || operator == Operator.NOT_STARTS_WITH;
      assertEquals(
          negative, matches(Predicate.compare(operator, "string", "a"), NULLS), operator.name());
    }
    List<Object> two = List.of(1L, 2L);
    assertFalse(matches(Predicate.in("long", two), NULLS));
    assertTrue(
        matches(new Predicate.Membership(SetOperator.NOT_IN, new Reference("long"), two), NULLS));
    assertTrue(matches(Predicate.isNull("long"), NULLS));
    assertFalse(matches(Predicate.notNull("long"), NULLS));
    assertFalse(matches(test(TestOperator.IS_NAN), NULLS));
    assertTrue(matches(test(TestOperator.NOT_NAN), NULLS));
  }

  @Test
  void nanIsGreaterThanAllNumbersAndEqualToItself() {
    StructValue nan = StructValue.of(null, Double.NaN, null, null, null, null);
    assertTrue(matches(Predicate.compare(Operator.GT, "double", 1e308), nan));
    assertFalse(matches(Predicate.compare(Operator.LT, "double", 1e308), nan));
    assertTrue(matches(Predicate.equal("double", Double.NaN), nan));
    assertTrue(matches(test(TestOperator.IS_NAN), nan));
  }

  @Test
  void bothZerosAreEqual() {
    StructValue negative = StructValue.of(null, -0.0d, null, null, null, null);
    assertTrue(matches(Predicate.equal("double", 0.0d), negative));
    assertFalse(matches(Predicate.compare(Operator.LT, "double", 0.0d), negative));
    assertTrue(matches(Predicate.in("double", List.of(0.0d, 7d)), negative));
  }

  @Test
  void textIsOrderedByItsBytes() {
    StructValue smile = StructValue.of(null, null, "\ud83d\ude00", null, null, null);
    assertTrue(matches(Predicate.compare(Operator.GT, "string", "\uffff"), smile));
  }

  @Test
  void fieldsOfAbsentStructsAreNull() {
    assertTrue(matches(Predicate.isNull("s.x"), NULLS));
    StructValue present = StructValue.of(null, null, null, StructValue.of(5), null, null);
    assertTrue(matches(Predicate.equal("s.x", 5), present));
    assertFalse(matches(Predicate.isNull("s.x"), present));
  }

  @Test
  void bytesHavePrefixesToo() {
    StructValue row =
        StructValue.of(null, null, null, null, null, ByteBuffer.wrap(new byte[] {1, -1, 3}));
    assertTrue(startsWith(row, 1, -1));
    assertFalse(startsWith(row, 1, 0));
    assertFalse(startsWith(row, 1, -1, 3, 4));
  }

  @Test
  void rowsFromBeforeAPromotionHoldIntegersForLongs() {
    StructValue row = StructValue.of(7, 1.5f, null, null, null, null);
    assertTrue(matches(Predicate.equal("long", 7L), row));
    assertTrue(matches(Predicate.equal("double", 1.5d), row));
  }

  /** Old writers took uuids for two signed numbers when they computed bounds. */
  @Test
  void filesWithUuidBoundsOfEitherOrderAreKept() {
    UUID high = new UUID(-1, 0);
    UUID low = new UUID(5, 0);
    Predicate filter = Predicate.equal("uuid", new UUID(7, 0));
    assertTrue(mayMatch(filter, low, high), "ordered as unsigned");
    assertTrue(mayMatch(filter, high, new UUID(9, 0)), "ordered as signed");
    assertFalse(mayMatch(filter, low, new UUID(6, 0)));
  }

  private static boolean mayMatch(Predicate filter, UUID lower, UUID upper) {
    DataFile file =
        DataFile.parquet("f", 0, StructValue.empty(), 2, 10)
            .withStats(
                new ColumnStats(
                    Map.of(),
                    Map.of(6, 2L),
                    Map.of(6, 0L),
                    Map.of(),
                    Map.of(6, SingleValue.toBytes(SimpleType.UUID, lower)),
                    Map.of(6, SingleValue.toBytes(SimpleType.UUID, upper))));
    return StatsEvaluator.of(filter, SCHEMA, CaseSensitivity.SENSITIVE).mayMatch(file);
  }

  private static boolean startsWith(StructValue row, int... prefix) {
    byte[] bytes = new byte[prefix.length];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = (byte) prefix[i];
    }
    return matches(Predicate.compare(Operator.STARTS_WITH, "binary", ByteBuffer.wrap(bytes)), row);
  }

  private static Predicate test(TestOperator operator) {
    return new Predicate.Test(operator, new Reference("double"));
  }

  private static boolean matches(Predicate predicate, StructValue row) {
    return RowEvaluator.of(predicate, SCHEMA, CaseSensitivity.SENSITIVE).matches(row);
  }
}

package io.firn.expr;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.firn.expr.Predicate.Operator;
import io.firn.partition.PartitionField;
import io.firn.partition.PartitionSpec;
import io.firn.partition.Transform;
import io.firn.types.Field;
import io.firn.types.PrimitiveType;
import io.firn.types.Schema;
import io.firn.types.SimpleType;
import io.firn.types.StructValue;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The edges of projecting through one transform. */
class ProjectionsTest {
  private static final Schema SCHEMA =
      Schema.of(
          Field.optional(1, "int", SimpleType.INT),
          Field.optional(2, "ts", SimpleType.TIMESTAMP),
          Field.optional(3, "string", SimpleType.STRING));
  private static final long DAY = 86_400_000_000L;

  @Test
  void theSmallestNumbersAreFoundInTheirWrappedPartition() {
    Object wrapped = transformed("int", "truncate[10]", Integer.MIN_VALUE);
    assertEquals(2147483646, wrapped);
    Predicate below = Predicate.compare(Operator.LT, "int", 0);
    assertTrue(may("int", "truncate[10]", below, wrapped));
    assertTrue(may("int", "truncate[10]", below, -10));
    assertFalse(may("int", "truncate[10]", below, 0));
    Predicate above = Predicate.compare(Operator.GT, "int", Integer.MIN_VALUE);
    assertTrue(may("int", "truncate[10]", above, 0), "a literal that wraps prunes nothing");
    assertTrue(may("int", "truncate[10]", above, wrapped));
    Predicate positive = Predicate.compare(Operator.GT, "int", 5);
    assertTrue(must("int", "truncate[10]", positive, 10));
    assertFalse(must("int", "truncate[10]", positive, wrapped));
  }

  @Test
  void strictRangesNeedWholeTruncatedPartitions() {
    assertTrue(must("int", "truncate[10]", Predicate.compare(Operator.LT_EQ, "int", 19), 10));
    assertFalse(must("int", "truncate[10]", Predicate.compare(Operator.LT_EQ, "int", 18), 10));
    assertTrue(must("int", "truncate[10]", Predicate.compare(Operator.GT_EQ, "int", 10), 10));
    assertFalse(must("int", "truncate[10]", Predicate.compare(Operator.GT, "int", 10), 10));
  }

  @Test
  void daysBefore1970MayBeStoredOneTooHigh() {
    Predicate upTo = Predicate.compare(Operator.LT, "ts", -DAY);
    assertTrue(may("ts", "day", upTo, -2), "the right value");
    assertTrue(may("ts", "day", upTo, -1), "what old writers stored");
    assertFalse(may("ts", "day", upTo, 0));
    Predicate noon = Predicate.equal("ts", -DAY / 2);
    assertTrue(may("ts", "day", noon, -1));
    assertTrue(may("ts", "day", noon, 0));
    assertFalse(may("ts", "day", noon, 1));
    Predicate after = Predicate.compare(Operator.GT_EQ, "ts", 0L);
    assertFalse(must("ts", "day", after, 0), "may be the last day of 1969");
    assertTrue(must("ts", "day", after, 1));
    assertTrue(may("ts", "day", after, 0));
    assertFalse(may("ts", "day", after, -1));
  }

  @Test
  void boundariesOfDaysAreExactAfter1970() {
    Predicate before = Predicate.compare(Operator.LT, "ts", 2 * DAY);
    assertTrue(may("ts", "day", before, 1));
    assertFalse(may("ts", "day", before, 2));
    assertTrue(must("ts", "day", before, 1));
    assertTrue(may("ts", "day", Predicate.compare(Operator.LT_EQ, "ts", 2 * DAY), 2));
    assertFalse(may("ts", "day", Predicate.compare(Operator.GT, "ts", 2 * DAY - 1), 1));
  }

  @Test
  void prefixesAreProjectedAsFarAsTheWidthReaches() {
    Predicate starts = Predicate.compare(Operator.STARTS_WITH, "string", "abc");
    assertTrue(may("string", "truncate[2]", starts, "ab"));
    assertFalse(may("string", "truncate[2]", starts, "a"));
    assertFalse(must("string", "truncate[2]", starts, "ab"));
    assertTrue(must("string", "truncate[3]", starts, "abc"));
    assertTrue(must("string", "truncate[5]", starts, "abcde"));
    Predicate not = Predicate.compare(Operator.NOT_STARTS_WITH, "string", "abc");
    assertTrue(may("string", "truncate[2]", not, "ab"));
    assertFalse(may("string", "truncate[4]", not, "abcd"));
    assertTrue(must("string", "truncate[2]", not, "ac"));
    assertTrue(must("string", "truncate[2]", not, null), "negative tests hold for null");
  }

  @Test
  void bucketsKnowEqualityOnly() {
    Object bucket = transformed("int", "bucket[8]", 34);
    Object other = (Integer) bucket == 0 ? 1 : 0;
    assertTrue(may("int", "bucket[8]", Predicate.equal("int", 34), bucket));
    assertFalse(may("int", "bucket[8]", Predicate.equal("int", 34), other));
    assertFalse(must("int", "bucket[8]", Predicate.equal("int", 34), bucket));
    assertTrue(must("int", "bucket[8]", Predicate.compare(Operator.NOT_EQ, "int", 34), other));
    assertTrue(may("int", "bucket[8]", Predicate.compare(Operator.LT, "int", -5), bucket));
  }

  @Test
  void voidAndUnknownTransformsTellNothing() {
    for (String transform : List.of("void", "zorder[4]")) {
      assertEquals(
          BoundPredicate.ALWAYS_TRUE,
          Projections.inclusive(Predicate.isNull("int"), SCHEMA, spec("int", transform)));
      assertEquals(
          BoundPredicate.ALWAYS_FALSE,
          Projections.strict(Predicate.notNull("int"), SCHEMA, spec("int", transform)));
    }
  }

  private static boolean may(String column, String transform, Predicate filter, Object value) {
    return new RowEvaluator(Projections.inclusive(filter, SCHEMA, spec(column, transform)))
        .matches(StructValue.of(value));
  }

  private static boolean must(String column, String transform, Predicate filter, Object value) {
    return new RowEvaluator(Projections.strict(filter, SCHEMA, spec(column, transform)))
        .matches(StructValue.of(value));
  }

  private static Object transformed(String column, String transform, Object value) {
    PrimitiveType type = (PrimitiveType) SCHEMA.field(column).orElseThrow().type();
    return Transform.parse(transform).bind(type).apply(value);
  }

  private static PartitionSpec spec(String column, String transform) {
    int source = SCHEMA.field(column).orElseThrow().id();
    return new PartitionSpec(
        0, List.of(new PartitionField(source, 1000, "p", Transform.parse(transform))));
  }
}

package io.firn.expr;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.firn.error.InvalidInputException;
import io.firn.error.UnsupportedFeatureException;
import io.firn.expr.Predicate.Operator;
import io.firn.expr.Predicate.Reference;
import io.firn.expr.Predicate.SetOperator;
import io.firn.expr.Predicate.TestOperator;
import io.firn.expr.Predicate.Transformed;
import io.firn.partition.BucketTransform;
import io.firn.partition.TimeTransform;
import io.firn.partition.Transform;
import io.firn.partition.UnknownTransform;
import io.firn.types.DecimalType;
import io.firn.types.Field;
import io.firn.types.ListType;
import io.firn.types.Schema;
import io.firn.types.SimpleType;
import io.firn.types.StructType;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class BinderTest {
  private static final Schema SCHEMA =
      Schema.of(
          Field.optional(1, "Int", SimpleType.INT),
          Field.optional(2, "long", SimpleType.LONG),
          Field.optional(3, "float", SimpleType.FLOAT),
          Field.optional(4, "dec", new DecimalType(4, 1)),
          Field.optional(5, "date", SimpleType.DATE),
          Field.optional(6, "time", SimpleType.TIME),
          Field.optional(7, "ts", SimpleType.TIMESTAMP),
          Field.optional(8, "tstz", SimpleType.TIMESTAMPTZ),
          Field.optional(9, "ns", SimpleType.TIMESTAMP_NS),
          Field.optional(10, "uuid", SimpleType.UUID),
          Field.optional(11, "string", SimpleType.STRING),
          Field.required(12, "req", SimpleType.INT),
          Field.optional(
              13,
              "point",
              StructType.of(
                  Field.required(14, "x", SimpleType.INT),
                  Field.optional(15, "y", SimpleType.DOUBLE))),
          Field.optional(16, "tags", new ListType(17, true, SimpleType.STRING)),
          Field.optional(18, "bool", SimpleType.BOOLEAN));

  private static BoundPredicate bind(Predicate predicate) {
    return Binder.bind(predicate, SCHEMA, CaseSensitivity.SENSITIVE);
  }

  /** The comparison as {@code OPERATOR literal}, a test as its operator, constants as they are. */
  private static String bound(Operator operator, String column, Object literal) {
    return text(bind(Predicate.compare(operator, column, literal)));
  }

  private static String text(BoundPredicate p) {
    if (p instanceof BoundPredicate.Comparison c) {
      return c.operator() + " " + c.literal();
    }
    if (p instanceof BoundPredicate.Membership m) {
      return m.operator() + " " + m.literals();
    }
    if (p instanceof BoundPredicate.Test t) {
      return t.operator().toString();
    }
    if (p instanceof BoundPredicate.And and) {
      return text(and.left()) + " AND " + text(and.right());
    }
    if (p instanceof BoundPredicate.Or or) {
      return text(or.left()) + " OR " + text(or.right());
    }
    return Boolean.toString(((BoundPredicate.Constant) p).value());
  }

  @Test
  void literalsBecomeValuesOfTheColumnsType() {
    assertEquals("EQ 5", bound(Operator.EQ, "Int", 5L));
    assertEquals("EQ 5", bound(Operator.EQ, "Int", "5"));
    assertEquals("EQ 5", bound(Operator.EQ, "Int", 5.0d));
    assertEquals("EQ 5.0", bound(Operator.EQ, "float", 5L));
    assertEquals("EQ 5.0", bound(Operator.EQ, "dec", 5L));
    assertEquals("EQ 0.1", bound(Operator.EQ, "dec", 0.1d));
    assertEquals("EQ 17486", bound(Operator.EQ, "date", "2017-11-16"));
    assertEquals("EQ 17486", bound(Operator.EQ, "date", LocalDate.of(2017, 11, 16)));
    assertEquals("EQ 81068000000", bound(Operator.EQ, "time", "22:31:08"));
    assertEquals("EQ 1510871468000000", bound(Operator.EQ, "ts", "2017-11-16T22:31:08"));
    assertEquals("EQ 1510871468000001", bound(Operator.EQ, "ts", "2017-11-16 22:31:08.000001"));
    assertEquals("EQ 1510790400000000", bound(Operator.EQ, "ts", "2017-11-16"));
    assertEquals("EQ 1510790400000000", bound(Operator.EQ, "ts", 17486));
    assertEquals("EQ 1510871468000000", bound(Operator.EQ, "tstz", "2017-11-16T23:31:08+01:00"));
    assertEquals("EQ 1000", bound(Operator.EQ, "tstz", Instant.ofEpochSecond(0, 1_000_000)));
    assertEquals(
        "EQ 1510871468000000001", bound(Operator.EQ, "ns", "2017-11-16T22:31:08.000000001"));
    assertEquals(
        "EQ f79c3e09-677c-4bbd-a479-3f349cb785e7",
        bound(Operator.EQ, "uuid", "f79c3e09-677c-4bbd-a479-3f349cb785e7"));
    assertEquals(
        "EQ 00000000-0000-0000-0000-000000000001", bound(Operator.EQ, "uuid", new UUID(0, 1)));
    assertEquals("EQ true", bound(Operator.EQ, "bool", "TRUE"));
  }

  @Test
  void literalsBeyondTheColumnsRangeDecideForAllValues() {
    for (Object above : List.of(3_000_000_000L, 1e300, Double.POSITIVE_INFINITY, Double.NaN)) {
      assertEquals("false", bound(Operator.EQ, "Int", above));
      assertEquals("true", bound(Operator.NOT_EQ, "Int", above));
      assertEquals("NOT_NULL", bound(Operator.LT, "Int", above));
      assertEquals("NOT_NULL", bound(Operator.LT_EQ, "Int", above));
      assertEquals("false", bound(Operator.GT, "Int", above));
      assertEquals("false", bound(Operator.GT_EQ, "Int", above));
    }
    for (Object below : List.of(-3_000_000_000L, -1e300, Double.NEGATIVE_INFINITY)) {
      assertEquals("false", bound(Operator.LT, "Int", below));
      assertEquals("NOT_NULL", bound(Operator.GT_EQ, "Int", below));
    }
    assertEquals("true", bound(Operator.LT, "req", 3_000_000_000L));
    assertEquals("NOT_NULL", bound(Operator.LT, "dec", 1000L));
    assertEquals("LT 999.9", bound(Operator.LT, "dec", new BigDecimal("999.9")));
    assertEquals("false", bound(Operator.LT, "dec", new BigDecimal("-1000")));
    assertEquals("NOT_NULL", bound(Operator.GT, "date", -3_000_000_000L));
    assertEquals("LT_EQ 3.4028235E38", bound(Operator.LT, "float", 1e300));
  }

  @Test
  void literalsBetweenTwoValuesBecomeTheLowerOne() {
    assertEquals("LT_EQ 1", bound(Operator.LT, "Int", 1.5d));
    assertEquals("LT_EQ -2", bound(Operator.LT_EQ, "Int", -1.5d));
    assertEquals("GT 1", bound(Operator.GT, "Int", 1.5d));
    assertEquals("GT 1", bound(Operator.GT_EQ, "long", new BigDecimal("1.001")));
    assertEquals("false", bound(Operator.EQ, "Int", 1.5d));
    assertEquals("true", bound(Operator.NOT_EQ, "Int", 1.5d));
    assertEquals("LT_EQ 0.1", bound(Operator.LT, "dec", new BigDecimal("0.15")));
    assertEquals("GT -0.2", bound(Operator.GT, "dec", new BigDecimal("-0.15")));
    assertEquals("LT_EQ 0.099999994", bound(Operator.LT, "float", 0.1d));
    assertEquals("LT_EQ 0", bound(Operator.LT, "ts", "1970-01-01T00:00:00.000000001"));
  }

  @Test
  void comparisonsWithNanAreTestsForNan() {
    assertEquals("IS_NAN", bound(Operator.EQ, "float", Double.NaN));
    assertEquals("NOT_NAN", bound(Operator.NOT_EQ, "float", Float.NaN));
    assertEquals("NOT_NULL AND NOT_NAN", bound(Operator.LT, "float", Double.NaN));
    assertEquals("NOT_NULL", bound(Operator.LT_EQ, "float", Double.NaN));
    assertEquals("false", bound(Operator.GT, "float", Double.NaN));
    assertEquals("IS_NAN", bound(Operator.GT_EQ, "float", Double.NaN));
    assertEquals("IS_NAN OR EQ 1.0", text(bind(Predicate.in("float", List.of(Double.NaN, 1L)))));
    assertEquals(
        "NOT_NAN AND NOT_EQ 1.0",
        text(bind(Predicate.not(Predicate.in("float", List.of(1L, Double.NaN))))));
    assertEquals(
        "false", text(bind(new Predicate.Test(TestOperator.IS_NAN, new Reference("Int")))));
  }

  @Test
  void listsAreSortedWithoutWhatCannotBe() {
    assertEquals("IN [1, 2]", text(bind(Predicate.in("Int", List.of(2, 1L, 1, 9e99, 0.5)))));
    assertEquals("EQ 2", text(bind(Predicate.in("Int", List.of(2L)))));
    assertEquals("false", text(bind(Predicate.in("Int", List.of(9e99)))));
    assertEquals("false", text(bind(Predicate.in("Int", List.of()))));
    assertEquals(
        "true",
        text(bind(new Predicate.Membership(SetOperator.NOT_IN, new Reference("Int"), List.of()))));
    assertEquals(
        "NOT_EQ 2",
        text(bind(new Predicate.Membership(SetOperator.NOT_IN, new Reference("Int"), List.of(2)))));
  }

  @Test
  void nullTestsOfRequiredColumnsAreDecided() {
    assertEquals("false", text(bind(Predicate.isNull("req"))));
    assertEquals("true", text(bind(Predicate.notNull("req"))));
    assertEquals("IS_NULL", text(bind(Predicate.isNull("point.x"))), "its struct may be null");
    assertEquals("IS_NULL", text(bind(Predicate.isNull("tags"))));
  }

  @Test
  void theEmptyPrefixStartsEveryText() {
    assertEquals("NOT_NULL", bound(Operator.STARTS_WITH, "string", ""));
    assertEquals("IS_NULL", bound(Operator.NOT_STARTS_WITH, "string", ""));
    assertEquals("STARTS_WITH a", bound(Operator.STARTS_WITH, "string", "a"));
  }

  @Test
  void notMovesIntoTheOperators() {
    Predicate predicate =
        Predicate.not(
            new Predicate.And(
                Predicate.compare(Operator.LT, "Int", 1),
                new Predicate.Or(Predicate.isNull("string"), Predicate.equal("long", 2L))));
    assertEquals("GT_EQ 1 OR NOT_NULL AND NOT_EQ 2", text(bind(predicate)));
  }

  @Test
  void transformsAreComparedWithTheirResults() {
    Transform bucket = new BucketTransform(16);
    assertEquals("EQ 3", text(bind(transformed("long", bucket, 3L))));
    assertEquals(
        "NOT_NULL",
        text(
            bind(
                new Predicate.Comparison(
                    Operator.LT, new Transformed(new Reference("long"), bucket), 9e99))));
    assertEquals("EQ 17486", text(bind(transformed("ts", TimeTransform.DAY, "2017-11-16"))));
    assertEquals("EQ 47", text(bind(transformed("date", TimeTransform.YEAR, 47))));
    assertEquals("false", text(bind(transformed("Int", Transform.parse("void"), 1))));
  }

  private static Predicate transformed(String column, Transform transform, Object literal) {
    return new Predicate.Comparison(
        Operator.EQ, new Transformed(new Reference(column), transform), literal);
  }

  @Test
  void namesAreComparedAsAsked() {
    Predicate lower = Predicate.equal("int", 1);
    assertEquals(
        "Cannot find column int of the filter; there are: Int, long, float, dec, date, time, ts,"
            + " tstz, ns, uuid, string, req, point, point.x, point.y, tags, tags.element, bool",
        assertThrows(InvalidInputException.class, () -> bind(lower)).getMessage());
    BoundPredicate bound = Binder.bind(lower, SCHEMA, CaseSensitivity.INSENSITIVE);
    assertEquals("Int", ((BoundPredicate.Comparison) bound).term().name());
  }

  @Test
  void whatCannotBeComparedIsRefused() {
    assertEquals("Cannot compare column Int of type int with true (Boolean)", refusal("Int", true));
    assertEquals("Cannot compare column Int: 'x' is no value of type int", refusal("Int", "x"));
    assertEquals(
        "Cannot compare column date: '16.11.2017' is no value of type date, for example 2017-11-16",
        refusal("date", "16.11.2017"));
    assertEquals(
        "Cannot compare column tstz: '2017-11-16T22:31:08' is no value of type timestamptz, for"
            + " example 2017-11-16T22:31:08+00:00 (with zone offset)",
        refusal("tstz", "2017-11-16T22:31:08"));
    assertEquals("Cannot compare column uuid: '1' is no value of type uuid", refusal("uuid", "1"));
    assertEquals(
        "Cannot compare column string of type string with 1 (Integer)", refusal("string", 1));
    assertEquals(
        "Cannot filter on column tags.element: it lies in tags, a list<string>",
        refusal("tags.element", "a"));
    assertEquals(
        "Cannot compare column tags of type list<string> with a literal", refusal("tags", "a"));
    assertEquals(
        "Cannot test the start of column Int of type int",
        assertThrows(
                InvalidInputException.class,
                () -> bind(Predicate.compare(Operator.STARTS_WITH, "Int", 1)))
            .getMessage());
    assertEquals(
        "Cannot apply hour to column date of type date",
        assertThrows(
                InvalidInputException.class, () -> bind(transformed("date", TimeTransform.HOUR, 1)))
            .getMessage());
    assertThrows(
        UnsupportedFeatureException.class,
        () -> bind(transformed("Int", new UnknownTransform("zorder"), 1)));
  }

  private static String refusal(String column, Object literal) {
    return assertThrows(InvalidInputException.class, () -> bind(Predicate.equal(column, literal)))
        .getMessage();
  }

  @Test
  void predicatesAreReadable() {
    assertEquals(
        "(a = 1 and (b in ('x', 'y') or not bucket[4](c) is null))",
        Predicates.describe(
            new Predicate.And(
                Predicate.equal("a", 1),
                new Predicate.Or(
                    Predicate.in("b", List.of("x", "y")),
                    new Predicate.Not(
                        new Predicate.Test(
                            TestOperator.IS_NULL,
                            new Transformed(new Reference("c"), new BucketTransform(4))))))));
  }
}

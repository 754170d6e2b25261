package io.firn.expr;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.firn.codec.oracle.IcebergModel;
import io.firn.model.DataFile;
import io.firn.model.ManifestFile;
import io.firn.partition.IdentityTransform;
import io.firn.partition.PartitionField;
import io.firn.partition.PartitionSpec;
import io.firn.partition.TimeTransform;
import io.firn.partition.Transform;
import io.firn.partition.TruncateTransform;
import io.firn.partition.UnknownTransform;
import io.firn.types.Field;
import io.firn.types.PrimitiveType;
import io.firn.types.StructValue;
import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.apache.iceberg.DataFiles;
import org.apache.iceberg.Metrics;
import org.apache.iceberg.Schema;
import org.apache.iceberg.expressions.Evaluator;
import org.apache.iceberg.expressions.Expression;
import org.apache.iceberg.expressions.InclusiveMetricsEvaluator;
import org.apache.iceberg.expressions.ResidualEvaluator;
import org.apache.iceberg.expressions.StrictMetricsEvaluator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * What Apache Iceberg prunes, Firn prunes too; where Iceberg says that all rows match, Firn does.
 * Float columns are left out: Firn keeps files with NaN that Iceberg loses for {@code >}.
 */
@Tag("iceberg-oracle")
class ExpressionOracleTest {
  private static final int ROUNDS = 6_000;
  private static final Schema SCHEMA = IcebergModel.schema(RandomPredicates.SCHEMA);

  private final long seed = Long.getLong("firn.test.seed", 20261130L);
  private final Random random = new Random(seed);
  private final RandomPredicates predicates = new RandomPredicates(random).onlyWhatIcebergKnows();
  private final RandomStats stats = new RandomStats(random);

  @Test
  void statsDecideAtLeastAsMuch() {
    int pruned = 0;
    int all = 0;
    for (int i = 0; i < ROUNDS; i++) {
      Predicate filter = predicates.predicate(2);
      Expression expression = IcebergExpressions.of(filter);
      List<StructValue> rows = new ArrayList<>();
      for (int n = random.nextInt(3); n >= 0; n--) {
        rows.add(predicates.row());
      }
      boolean complete = random.nextBoolean();
      DataFile file = stats.file(rows, complete);
      org.apache.iceberg.DataFile icebergFile = icebergFile(file);
      StatsEvaluator ours =
          StatsEvaluator.of(filter, RandomPredicates.SCHEMA, CaseSensitivity.SENSITIVE);
      String what = "seed " + seed + ": " + Predicates.describe(filter) + " on " + rows;
      // Near the ends of their types these wrap around, and Iceberg prunes files with matching
      // rows.
      boolean wrapping = what.contains("truncate") || what.contains("hour");
      if (!wrapping && !new InclusiveMetricsEvaluator(SCHEMA, expression).eval(icebergFile)) {
        pruned++;
        assertFalse(ours.mayMatch(file), what);
      }
      // Iceberg takes a missing null count among others for none.
      if (complete && new StrictMetricsEvaluator(SCHEMA, expression).eval(icebergFile)) {
        all++;
        assertTrue(ours.mustMatch(file), what);
      }
    }
    assertTrue(pruned > ROUNDS / 50 && all > ROUNDS / 100, pruned + " pruned, " + all + " all");
  }

  @Test
  void projectionsAndResidualsDecideAtLeastAsMuch() {
    int pruned = 0;
    int all = 0;
    for (int i = 0; i < ROUNDS; i++) {
      Predicate filter = predicates.predicate(2);
      PartitionSpec spec = spec();
      var icebergSpec = IcebergModel.spec(RandomPredicates.SCHEMA, spec);
      Expression expression = IcebergExpressions.of(filter);
      StructValue tuple = tuple(spec, predicates.row());
      if (Arrays.asList(tuple.toArray()).contains(null) && needsValues(filter)) {
        continue;
      }
      if (mixesUpTransforms(filter, spec)
          || wrapsAround(filter, spec, tuple)
          || trustsTimes(filter, spec, tuple)) {
        continue;
      }
      Evaluator inclusive = evaluator(icebergSpec, expression, true);
      Evaluator strict = evaluator(icebergSpec, expression, false);
      Predicate residual =
          Residuals.of(filter, RandomPredicates.SCHEMA, spec, CaseSensitivity.SENSITIVE)
              .residual(tuple);
      String what =
          "seed " + seed + ": " + Predicates.describe(filter) + " in " + tuple + " of " + spec;
      if (!inclusive.eval(IcebergModel.struct(tuple))) {
        pruned++;
        assertFalse(
            new RowEvaluator(Projections.inclusive(filter, RandomPredicates.SCHEMA, spec))
                .matches(tuple),
            what);
      }
      if (strict.eval(IcebergModel.struct(tuple)) && !decidesOtherwise(spec, tuple)) {
        all++;
        assertTrue(
            new RowEvaluator(Projections.strict(filter, RandomPredicates.SCHEMA, spec))
                .matches(tuple),
            what);
      }
      Expression expected =
          ResidualEvaluator.of(icebergSpec, expression, true)
              .residualFor(IcebergModel.struct(tuple));
      if (expected.op() == Expression.Operation.FALSE) {
        assertEquals(Predicate.ALWAYS_FALSE, residual, what);
      }
      if (expected.op() == Expression.Operation.TRUE && !decidesOtherwise(spec, tuple)) {
        assertEquals(Predicate.ALWAYS_TRUE, residual, what);
      }
      checkManifest(filter, expression, spec, icebergSpec, tuple, what);
    }
    assertTrue(pruned > ROUNDS / 100 && all > ROUNDS / 200, pruned + " pruned, " + all + " all");
  }

  private void checkManifest(
      Predicate filter,
      Expression expression,
      PartitionSpec spec,
      org.apache.iceberg.PartitionSpec icebergSpec,
      StructValue tuple,
      String what) {
    StructValue other = tuple(spec, predicates.row());
    if (wrapsAround(filter, spec, other) || trustsTimes(filter, spec, other)) {
      return;
    }
    ManifestFile manifest =
        PredicateSoundnessTest.manifest(
            spec.partitionType(RandomPredicates.SCHEMA), List.of(tuple, other));
    boolean expected =
        org.apache.iceberg.expressions.ManifestEvaluator.forRowFilter(expression, icebergSpec, true)
            .eval(icebergManifest(manifest));
    if (!expected) {
      assertFalse(
          ManifestEvaluator.of(filter, RandomPredicates.SCHEMA, spec, CaseSensitivity.SENSITIVE)
              .mayMatch(manifest),
          what);
    }
  }

  /** Iceberg prunes partitions of rows near the smallest number, whose truncated value wraps. */
  private static boolean wrapsAround(Predicate filter, PartitionSpec spec, StructValue tuple) {
    return spec.fields().stream().anyMatch(f -> f.transform() instanceof TruncateTransform)
        && (Predicates.describe(filter) + tuple).matches("(?s).*(2147483[56]|92233720368547).*");
  }

  /** Times before 1970 may be one too high; Iceberg forgets it for filters on the transform. */
  private static boolean trustsTimes(Predicate filter, PartitionSpec spec, StructValue tuple) {
    boolean onTransform = Predicates.describe(filter).matches("(?s).*(year|month|day|hour)\\(.*");
    for (int i = 0; onTransform && i < tuple.size(); i++) {
      if (spec.fields().get(i).transform() instanceof TimeTransform
          && tuple.at(i) != null
          && (Integer) tuple.at(i) <= 0) {
        return true;
      }
    }
    return false;
  }

  /** Iceberg compares values of identity fields with those of a transform in the filter. */
  private static boolean mixesUpTransforms(Predicate filter, PartitionSpec spec) {
    return spec.fields().stream().anyMatch(f -> f.transform() instanceof IdentityTransform)
        && Predicates.describe(filter).matches(".*(]|year|month|day|hour)\\(.*");
  }

  /** Iceberg's evaluator fails when it looks for the start of a null, or for a null in a list. */
  private static boolean needsValues(Predicate filter) {
    String text = Predicates.describe(filter);
    return text.contains("start") || text.contains(" in (");
  }

  /**
   * Null partition values are less than all others in Iceberg's evaluator. Times before 1970 may be
   * one too high, which Iceberg forgets when the filter is about the transform itself.
   */
  private static boolean decidesOtherwise(PartitionSpec spec, StructValue tuple) {
    for (int i = 0; i < tuple.size(); i++) {
      boolean time = spec.fields().get(i).transform() instanceof TimeTransform;
      if (tuple.at(i) == null || (time && (Integer) tuple.at(i) <= 0)) {
        return true;
      }
    }
    return false;
  }

  private static Evaluator evaluator(
      org.apache.iceberg.PartitionSpec spec, Expression expression, boolean inclusive) {
    Expression projected =
        inclusive
            ? org.apache.iceberg.expressions.Projections.inclusive(spec).project(expression)
            : org.apache.iceberg.expressions.Projections.strict(spec).project(expression);
    return new Evaluator(spec.partitionType(), projected);
  }

  private PartitionSpec spec() {
    List<PartitionField> fields = new ArrayList<>();
    for (int i = 0; i <= random.nextInt(2); i++) {
      List<Field> columns = predicates.usedColumns();
      Field source = columns.get(random.nextInt(columns.size()));
      Transform transform = predicates.transform((PrimitiveType) source.type());
      while (transform instanceof UnknownTransform) {
        transform = predicates.transform((PrimitiveType) source.type());
      }
      fields.add(new PartitionField(source.id(), 1000 + i, "p" + i, transform));
    }
    boolean twice = fields.size() == 2 && fields.get(0).sourceId() == fields.get(1).sourceId();
    return new PartitionSpec(0, twice ? fields.subList(0, 1) : fields);
  }

  private static StructValue tuple(PartitionSpec spec, StructValue row) {
    Object[] values = new Object[spec.fields().size()];
    for (int i = 0; i < values.length; i++) {
      PartitionField field = spec.fields().get(i);
      PrimitiveType type =
          (PrimitiveType) RandomPredicates.SCHEMA.field(field.sourceId()).orElseThrow().type();
      Object value = RandomStats.column(List.of(row), field.sourceId()).get(0);
      values[i] = field.transform().bind(type).apply(value);
    }
    return StructValue.of(values);
  }

  private static org.apache.iceberg.DataFile icebergFile(DataFile file) {
    return DataFiles.builder(org.apache.iceberg.PartitionSpec.unpartitioned())
        .withPath(file.filePath())
        .withFormat("parquet")
        .withFileSizeInBytes(file.fileSizeInBytes())
        .withMetrics(
            new Metrics(
                file.recordCount(),
                null,
                file.stats().valueCounts(),
                file.stats().nullValueCounts(),
                file.stats().nanValueCounts(),
                file.stats().lowerBounds(),
                file.stats().upperBounds()))
        .build();
  }

  private static org.apache.iceberg.ManifestFile icebergManifest(ManifestFile manifest) {
    List<org.apache.iceberg.ManifestFile.PartitionFieldSummary> summaries = new ArrayList<>();
    manifest
        .partitions()
        .orElseThrow()
        .forEach(
            s ->
                summaries.add(
                    new org.apache.iceberg.ManifestFile.PartitionFieldSummary() {
                      @Override
                      public boolean containsNull() {
                        return s.containsNull();
                      }

                      @Override
                      public Boolean containsNaN() {
                        return s.containsNan().orElse(null);
                      }

                      @Override
                      public ByteBuffer lowerBound() {
                        return s.lowerBound().map(ByteBuffer::duplicate).orElse(null);
                      }

                      @Override
                      public ByteBuffer upperBound() {
                        return s.upperBound().map(ByteBuffer::duplicate).orElse(null);
                      }

                      @Override
                      public org.apache.iceberg.ManifestFile.PartitionFieldSummary copy() {
                        return this;
                      }
                    }));
    return (org.apache.iceberg.ManifestFile)
        Proxy.newProxyInstance(
            ExpressionOracleTest.class.getClassLoader(),
            new Class<?>[] {org.apache.iceberg.ManifestFile.class},
            (proxy, method, args) ->
                switch (method.getName()) {
                  case "partitions" -> summaries;
                  case "hasAddedFiles", "hasExistingFiles", "hasDeletedFiles" -> true;
                  default -> throw new UnsupportedOperationException(method.getName());
                });
  }
}

package io.firn.expr;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.firn.model.DataFile;
import io.firn.model.ManifestContent;
import io.firn.model.ManifestFile;
import io.firn.partition.PartitionField;
import io.firn.partition.PartitionSpec;
import io.firn.partition.TimeTransform;
import io.firn.partition.Transform;
import io.firn.partition.UnknownTransform;
import io.firn.types.Field;
import io.firn.types.PrimitiveType;
import io.firn.types.SimpleType;
import io.firn.types.StructType;
import io.firn.types.StructValue;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Pruning never loses a row, and "all rows match" is never said wrongly, on random rows. */
class PredicateSoundnessTest {
  private static final int ROUNDS = 10_000;

  private final long seed = Long.getLong("firn.test.seed", 20261130L);
  private final Random random = new Random(seed);
  private final RandomPredicates predicates = new RandomPredicates(random);
  private final RandomStats stats = new RandomStats(random);

  @Test
  void statsNeverLoseRowsNorClaimTooMuch() {
    int pruned = 0;
    int all = 0;
    for (int i = 0; i < ROUNDS; i++) {
      Predicate filter = predicates.predicate(2);
      List<StructValue> rows = rows();
      DataFile file = stats.file(rows, random.nextBoolean());
      StatsEvaluator evaluator =
          StatsEvaluator.of(filter, RandomPredicates.SCHEMA, CaseSensitivity.SENSITIVE);
      long matching = rows.stream().filter(r -> matches(filter, r)).count();
      String what = describe(filter, rows);
      if (!evaluator.mayMatch(file)) {
        pruned++;
        assertEquals(0, matching, what);
      }
      if (evaluator.mustMatch(file)) {
        all++;
        assertEquals(rows.size(), matching, what);
      }
    }
    assertTrue(pruned > ROUNDS / 20 && all > ROUNDS / 50, pruned + " pruned, " + all + " all");
  }

  @Test
  void projectionsNeverLoseRowsNorClaimTooMuch() {
    int pruned = 0;
    int all = 0;
    for (int i = 0; i < ROUNDS; i++) {
      Predicate filter = predicates.predicate(2);
      PartitionSpec spec = spec();
      boolean oldWriter = random.nextInt(3) == 0;
      BoundPredicate inclusive = Projections.inclusive(filter, RandomPredicates.SCHEMA, spec);
      BoundPredicate strict = Projections.strict(filter, RandomPredicates.SCHEMA, spec);
      Residuals residuals =
          Residuals.of(filter, RandomPredicates.SCHEMA, spec, CaseSensitivity.SENSITIVE);
      Map<StructValue, List<StructValue>> partitions = new HashMap<>();
      for (StructValue row : rows()) {
        partitions.computeIfAbsent(tuple(spec, row, oldWriter), t -> new ArrayList<>()).add(row);
      }
      for (Map.Entry<StructValue, List<StructValue>> partition : partitions.entrySet()) {
        StructValue tuple = partition.getKey();
        boolean may = new RowEvaluator(inclusive).matches(tuple);
        boolean must = new RowEvaluator(strict).matches(tuple);
        Predicate residual = residuals.residual(tuple);
        pruned += may ? 0 : 1;
        all += must ? 1 : 0;
        for (StructValue row : partition.getValue()) {
          String what = spec + " " + tuple + " " + describe(filter, List.of(row));
          boolean matches = matches(filter, row);
          assertTrue(may || !matches, what);
          assertTrue(matches || !must, what);
          assertEquals(matches, matches(residual, row), what + " residual " + residual);
        }
      }
      checkManifest(filter, spec, inclusive, partitions);
    }
    assertTrue(pruned > ROUNDS / 50 && all > ROUNDS / 100, pruned + " pruned, " + all + " all");
  }

  private void checkManifest(
      Predicate filter,
      PartitionSpec spec,
      BoundPredicate inclusive,
      Map<StructValue, List<StructValue>> partitions) {
    if (spec.fields().stream().anyMatch(f -> f.transform() instanceof UnknownTransform)) {
      return;
    }
    StructType type = spec.partitionType(RandomPredicates.SCHEMA);
    ManifestFile manifest = manifest(type, List.copyOf(partitions.keySet()));
    if (!new ManifestEvaluator(inclusive).mayMatch(manifest)) {
      partitions.values().stream()
          .flatMap(List::stream)
          .forEach(row -> assertFalse(matches(filter, row), describe(filter, List.of(row))));
    }
  }

  static ManifestFile manifest(StructType type, List<StructValue> tuples) {
    return new ManifestFile(
        "m.avro",
        100,
        0,
        ManifestContent.DATA,
        1,
        1,
        1,
        OptionalInt.of(tuples.size()),
        OptionalInt.of(0),
        OptionalInt.of(0),
        OptionalLong.of(1),
        OptionalLong.of(0),
        OptionalLong.of(0),
        Optional.of(RandomStats.summaries(type, tuples)),
        Optional.empty(),
        OptionalLong.empty());
  }

  private List<StructValue> rows() {
    List<StructValue> rows = new ArrayList<>();
    StructValue first = predicates.row();
    for (int i = random.nextInt(4); i >= 0; i--) {
      rows.add(random.nextInt(3) == 0 ? first : predicates.row());
    }
    return rows;
  }

  private PartitionSpec spec() {
    List<PartitionField> fields = new ArrayList<>();
    for (int i = 0; i <= random.nextInt(3); i++) {
      List<Field> columns = RandomPredicates.columns();
      Field source = columns.get(random.nextInt(columns.size()));
      Transform transform = predicates.transform((PrimitiveType) source.type());
      fields.add(new PartitionField(source.id(), 1000 + i, "p" + i, transform));
    }
    return new PartitionSpec(0, fields);
  }

  /** Old writers rounded times before 1970 towards zero. */
  private static StructValue tuple(PartitionSpec spec, StructValue row, boolean oldWriter) {
    Object[] values = new Object[spec.fields().size()];
    for (int i = 0; i < values.length; i++) {
      PartitionField field = spec.fields().get(i);
      PrimitiveType type =
          (PrimitiveType) RandomPredicates.SCHEMA.field(field.sourceId()).orElseThrow().type();
      Object value = RandomStats.column(List.of(row), field.sourceId()).get(0);
      boolean unknown = field.transform() instanceof UnknownTransform;
      values[i] = unknown ? "?" : field.transform().bind(type).apply(value);
      boolean time = field.transform() instanceof TimeTransform && values[i] != null;
      boolean dayOfDate = field.transform() == TimeTransform.DAY && type == SimpleType.DATE;
      if (oldWriter
          && time
          && !dayOfDate
          && (Integer) values[i] < 0
          && !exact(field, type, value)) {
        values[i] = (Integer) values[i] + 1;
      }
    }
    return StructValue.of(values);
  }

  private static boolean exact(PartitionField field, PrimitiveType type, Object value) {
    Object before = Steps.previous(value).orElseThrow();
    return !field
        .transform()
        .bind(type)
        .apply(before)
        .equals(field.transform().bind(type).apply(value));
  }

  private static boolean matches(Predicate filter, StructValue row) {
    return RowEvaluator.of(filter, RandomPredicates.SCHEMA, CaseSensitivity.SENSITIVE).matches(row);
  }

  private String describe(Predicate filter, List<StructValue> rows) {
    return "seed " + seed + ": " + Predicates.describe(filter) + " on " + rows;
  }
}

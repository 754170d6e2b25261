package io.firn.conflict;

import io.firn.codec.json.NameMappingJson;
import io.firn.codec.parquet.FileRow;
import io.firn.codec.parquet.ParquetRows;
import io.firn.codec.parquet.RowRequest;
import io.firn.deletes.PositionSet;
import io.firn.error.FirnException;
import io.firn.expr.CaseSensitivity;
import io.firn.expr.Predicate;
import io.firn.expr.Predicates;
import io.firn.expr.RowEvaluator;
import io.firn.io.InputFile;
import io.firn.io.Storage;
import io.firn.model.TableMetadata;
import io.firn.model.TableProperties;
import io.firn.partition.IdentityTransform;
import io.firn.partition.PartitionField;
import io.firn.partition.PartitionKey;
import io.firn.partition.PartitionSpec;
import io.firn.types.Field;
import io.firn.types.Schema;
import io.firn.types.StructValue;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Which rows of a file a statement had to see, asked of the rows themselves: only the columns that
 * tell are read, within the budget of the attempt.
 */
final class RowQuestion {
  private static final Logger LOG = LoggerFactory.getLogger(RowQuestion.class);

  /** So many rows are read before the time is looked at. */
  private static final int ROWS_PER_LOOK = 1024;

  private final ReadRows rows;
  private final TableMetadata table;
  private final Storage storage;
  private final Optional<RowTest> test;
  private final Schema columns;
  private final ReadBudget budget;

  RowQuestion(ReadRows rows, CheckContext context) {
    this.rows = rows;
    this.table = context.metadata();
    this.storage = context.landed().storage();
    this.budget = context.budget();
    this.test = rows.test().filter(t -> t.columns(table.schema()).isPresent());
    this.columns = columns(table.schema());
  }

  /** What a file must be able to hold to be asked about. */
  Scope.FileTest files() {
    Predicate pruning = rows.filter();
    if (rows.test().isPresent()) {
      pruning = Predicate.and(pruning, rows.test().get().bounds(table.schema()));
    }
    return new Scope.Matching(pruning, rows.caseSensitivity()).in(table);
  }

  /** False if every row counts. */
  boolean canTell() {
    return test.isPresent() || !rows.filter().equals(Predicate.ALWAYS_TRUE);
  }

  /** Whether the file has one of the rows; of those in {@code among} only, if it is there. */
  RowAnswer of(String path, PartitionKey partition, Optional<PositionSet> among) {
    if (!canTell()) {
      return RowAnswer.notKnown("");
    }
    try {
      InputFile file = storage.newInputFile(path);
      try (ParquetRows found =
          ParquetRows.open(
              file, new RowRequest(columns, nameMapping(), identityValues(partition)))) {
        Optional<String> tooMuch = budget.take(found.compressedBytes());
        return tooMuch.map(RowAnswer::notKnown).orElseGet(() -> first(found, among));
      }
    } catch (FirnException e) {
      LOG.info("Cannot read {} to look for a conflict: {}", path, e.getMessage());
      return RowAnswer.notKnown(String.valueOf(e.getMessage()));
    }
  }

  private RowAnswer first(ParquetRows found, Optional<PositionSet> among) {
    RowEvaluator evaluator = RowEvaluator.of(rows.filter(), columns, rows.caseSensitivity());
    RowTest.OfRows rowTest = test.map(t -> t.over(columns)).orElse(row -> true);
    int read = 0;
    for (FileRow row : found) {
      if (++read % ROWS_PER_LOOK == 0) {
        Optional<String> tooLong = budget.goOn();
        if (tooLong.isPresent()) {
          return RowAnswer.notKnown(tooLong.get());
        }
      }
      boolean counts = among.map(set -> set.contains(row.position())).orElse(true);
      if (counts && evaluator.matches(row.values()) && rowTest.mayMatch(row.values())) {
        return RowAnswer.row(", for example row " + row.position() + values(row.values()));
      }
    }
    return RowAnswer.noRow();
  }

  /** The values by which the row was found, of columns that are not nested. */
  private String values(StructValue row) {
    Set<Integer> telling = test.flatMap(t -> t.columns(table.schema())).orElse(Set.of());
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < columns.fields().size(); i++) {
      Field field = columns.fields().get(i);
      if (telling.contains(field.id()) && field.type().isPrimitive()) {
        text.append(text.isEmpty() ? " with " : ", ")
            .append(field.name())
            .append(" = ")
            .append(row.at(i));
      }
    }
    return text.toString();
  }

  private Optional<io.firn.model.NameMapping> nameMapping() {
    return Optional.ofNullable(table.properties().get(TableProperties.NAME_MAPPING))
        .map(NameMappingJson::parse);
  }

  /** The top-level columns that the filter or the test looks at. */
  private Schema columns(Schema schema) {
    Set<Integer> ids = new HashSet<>(test.flatMap(t -> t.columns(schema)).orElse(Set.of()));
    for (String name : Predicates.columns(rows.filter())) {
      Optional<Field> column =
          rows.caseSensitivity() == CaseSensitivity.SENSITIVE
              ? schema.field(name)
              : schema.fieldIgnoringCase(name);
      column.ifPresent(field -> ids.add(topLevel(schema, field.id())));
    }
    return new Schema(
        schema.schemaId(),
        schema.fields().stream()
            .filter(field -> ids.contains(field.id()))
            .collect(Collectors.toUnmodifiableList()));
  }

  private static int topLevel(Schema schema, int id) {
    int top = id;
    Optional<Integer> parent = schema.parentId(top);
    while (parent.isPresent()) {
      top = parent.get();
      parent = schema.parentId(top);
    }
    return top;
  }

  /** Values of columns that a file without them has from its partition. */
  private Map<Integer, Optional<Object>> identityValues(PartitionKey partition) {
    Map<Integer, Optional<Object>> values = new HashMap<>();
    PartitionSpec spec = table.spec(partition.specId()).orElseThrow();
    for (int i = 0; i < spec.fields().size(); i++) {
      PartitionField field = spec.fields().get(i);
      if (field.transform() == IdentityTransform.IDENTITY) {
        values.put(field.sourceId(), Optional.ofNullable(partition.partition().at(i)));
      }
    }
    return values;
  }
}

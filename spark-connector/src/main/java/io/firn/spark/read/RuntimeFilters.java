package io.firn.spark.read;

import io.firn.error.InvalidInputException;
import io.firn.expr.Binder;
import io.firn.expr.CaseSensitivity;
import io.firn.model.TableMetadata;
import io.firn.partition.PartitionField;
import io.firn.partition.PartitionSpec;
import io.firn.spark.conf.ReadPoint;
import io.firn.spark.convert.MetadataColumns;
import io.firn.spark.convert.SparkExpressions;
import io.firn.spark.convert.SparkPredicates;
import io.firn.types.Field;
import io.firn.types.PrimitiveType;
import io.firn.types.SimpleType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.spark.sql.connector.expressions.Expression;
import org.apache.spark.sql.connector.expressions.Expressions;
import org.apache.spark.sql.connector.expressions.Literal;
import org.apache.spark.sql.connector.expressions.NamedReference;
import org.apache.spark.sql.connector.expressions.filter.Predicate;
import org.apache.spark.sql.types.StructType;

/**
 * Filters that Spark finds while a query runs, as a rule the keys of the other side of a join. They
 * leave out files by partition, by column stats and by name, and rows of the files that are left.
 */
final class RuntimeFilters {
  /** Filters of more values only look at partitions: they fit too many files for their cost. */
  static final int MAX_VALUES = 10_000;

  /** Filters of more values are not sent to the tasks. */
  static final int MAX_SENT_VALUES = 1_000;

  private final TableMetadata metadata;
  private final ReadPoint point;
  private final ScanPurpose purpose;
  private final StructType result;
  private final CaseSensitivity caseSensitivity;
  private final List<Predicate> skipping = new ArrayList<>();

  RuntimeFilters(
      TableMetadata metadata,
      ReadPoint point,
      ScanPurpose purpose,
      StructType result,
      CaseSensitivity caseSensitivity) {
    this.metadata = metadata;
    this.point = point;
    this.purpose = purpose;
    this.result = result;
    this.caseSensitivity = caseSensitivity;
  }

  /** The columns that a filter can be of. */
  NamedReference[] attributes() {
    Set<Integer> ids = new LinkedHashSet<>();
    if (!purpose.carriesRows()) {
      ids.addAll(partitionSources());
    }
    if (purpose == ScanPurpose.QUERY) {
      ids.addAll(columnsWithStats());
    }
    Set<String> resultNames = Set.of(result.fieldNames());
    List<NamedReference> attributes = new ArrayList<>();
    for (int id : ids) {
      if (resultNames.contains(point.schema().field(id).orElseThrow().name())) {
        attributes.add(SparkExpressions.column(point.schema(), id));
      }
    }
    if (isFileColumnWanted()) {
      attributes.add(Expressions.column(MetadataColumns.FILE.name()));
    }
    return attributes.toArray(new NamedReference[0]);
  }

  /** Top-level source columns of all specs. */
  private Set<Integer> partitionSources() {
    Set<Integer> ids = new LinkedHashSet<>();
    for (PartitionSpec spec : metadata.partitionSpecs()) {
      for (PartitionField field : spec.fields()) {
        ids.addAll(field.sourceIds());
      }
    }
    ids.removeIf(id -> point.schema().struct().field(id).isEmpty());
    return ids;
  }

  private List<Integer> columnsWithStats() {
    return point.schema().fields().stream()
        .filter(
            field -> field.type() instanceof PrimitiveType && field.type() != SimpleType.UNKNOWN)
        .map(Field::id)
        .toList();
  }

  /** A column of the table may hide the metadata column of that name. */
  private boolean isFileColumnWanted() {
    String name = MetadataColumns.FILE.name();
    return Arrays.asList(result.fieldNames()).contains(name)
        && point.schema().struct().field(name).isEmpty();
  }

  /** Leaves out the files that a filter leaves nothing of. */
  void apply(Predicate predicate, ScanFiles files) {
    Optional<Set<String>> locations = fileNames(predicate);
    if (locations.isPresent()) {
      files.retainFiles(locations.get());
      return;
    }
    Optional<io.firn.expr.Predicate> usable =
        SparkPredicates.convert(predicate).filter(this::isBindable);
    if (usable.isEmpty()) {
      return;
    }
    files.retainPartitions(usable.get(), metadata, point.schema(), caseSensitivity);
    if (purpose == ScanPurpose.QUERY) {
      if (predicate.children().length <= MAX_VALUES) {
        files.retainByStats(usable.get());
      }
      if (predicate.children().length <= MAX_SENT_VALUES && !skipping.contains(predicate)) {
        skipping.add(predicate);
      }
    }
  }

  /** The filters that rows of the scan may be left out by. */
  List<Predicate> skipping() {
    return List.copyOf(skipping);
  }

  private boolean isBindable(io.firn.expr.Predicate predicate) {
    try {
      Binder.bind(predicate, point.schema(), caseSensitivity);
      return true;
    } catch (InvalidInputException e) {
      return false;
    }
  }

  /** The names in {@code _file IN (...)} or {@code _file = ...}. */
  private Optional<Set<String>> fileNames(Predicate predicate) {
    Expression[] children = predicate.children();
    boolean isFileTest =
        isFileColumnWanted()
            && (predicate.name().equals("IN") || predicate.name().equals("="))
            && children.length > 0
            && children[0] instanceof NamedReference reference
            && Arrays.equals(reference.fieldNames(), new String[] {MetadataColumns.FILE.name()});
    if (!isFileTest) {
      return Optional.empty();
    }
    Set<String> names = new LinkedHashSet<>();
    for (Expression child : Arrays.asList(children).subList(1, children.length)) {
      if (!(child instanceof Literal<?> literal)) {
        return Optional.empty();
      }
      names.add(String.valueOf(literal.value()));
    }
    return Optional.of(names);
  }
}

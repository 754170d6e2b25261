package io.firn.procedures.compact;

import io.firn.error.InvalidInputException;
import io.firn.expr.CaseSensitivity;
import io.firn.maintenance.ShuffleOptions;
import io.firn.model.SortField;
import io.firn.model.TableMetadata;
import io.firn.operation.UpdateSortOrder;
import io.firn.partition.IdentityTransform;
import io.firn.procedures.args.Parameters;
import io.firn.spark.ddl.LayoutText;
import io.firn.spark.ddl.RewriteOrder;
import io.firn.table.Table;
import io.firn.types.Field;
import io.firn.types.Schema;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Makes a strategy of the arguments {@code strategy}, {@code sort_order} and {@code options}. */
public final class StrategyArguments {
  private static final Logger LOG = LoggerFactory.getLogger(StrategyArguments.class);
  private static final String BIN_PACK = "binpack";
  private static final String SORT = "sort";

  private final Parameters parameters;
  private final Table table;
  private final CaseSensitivity caseSensitivity;

  /** {@code parameters} are those of the procedure, for what is said of arguments that misfit. */
  public StrategyArguments(Parameters parameters, Table table, CaseSensitivity caseSensitivity) {
    this.parameters = parameters;
    this.table = table;
    this.caseSensitivity = caseSensitivity;
  }

  /**
   * The strategy; a sort order alone asks for a sort.
   *
   * @throws InvalidInputException if they contradict each other, or the table's columns
   */
  public RewriteStrategy strategy(
      Optional<String> name, Optional<String> sortOrder, Map<String, String> options) {
    String chosen =
        name.map(text -> text.toLowerCase(Locale.ROOT))
            .orElse(sortOrder.isPresent() ? SORT : BIN_PACK);
    if (chosen.equals(BIN_PACK)) {
      if (sortOrder.isPresent()) {
        throw parameters.misfit(
            "the strategy binpack contradicts the sort_order %s. Must use only one rewriter type (bin-pack, sort, zorder)"
                .formatted(sortOrder.get()));
      }
      return new RewriteStrategy.BinPack();
    }
    if (!chosen.equals(SORT)) {
      throw parameters.misfit(
          "unsupported strategy: " + name.orElse("") + ". Only binpack or sort is supported");
    }
    return sortOrder
        .map(text -> LayoutText.rewriteOrder("the argument sort_order", text))
        .map(order -> strategy(order, options))
        .orElseGet(() -> sort(requireSortOrder(), options));
  }

  private RewriteStrategy strategy(RewriteOrder order, Map<String, String> options) {
    if (!order.zOrderColumns().isEmpty()) {
      return new RewriteStrategy.ZOrder(
          zOrderColumns(order.zOrderColumns()), ShuffleOptions.of(options));
    }
    return sort(
        new UpdateSortOrder(order.sortFields(), caseSensitivity)
            .resolvedIn(table.metadata().schema()),
        options);
  }

  private List<SortField> requireSortOrder() {
    TableMetadata metadata = table.metadata();
    if (!metadata.sortOrder().isSorted()) {
      throw new InvalidInputException(
          "Cannot sort data without a valid sort order, table '%s' is unsorted and no sort order is provided. Give the argument sort_order, or set one by ALTER TABLE ... WRITE ORDERED BY"
              .formatted(table.name()));
    }
    return metadata.sortOrder().fields();
  }

  private RewriteStrategy sort(List<SortField> fields, Map<String, String> options) {
    Schema schema = table.metadata().schema();
    for (SortField field : fields) {
      Field column = requireStructField(schema, field.sourceId());
      if (!field.transform().canTransform(column.type())) {
        throw new InvalidInputException(
            "Cannot sort %s by %s of the column %s: it has the type %s"
                .formatted(
                    table.name(), field.transform(), schema.fullName(column.id()), column.type()));
      }
    }
    return new RewriteStrategy.Sort(fields, ShuffleOptions.of(options));
  }

  /** Columns that a partition has one value of do not count. */
  private List<Integer> zOrderColumns(List<String> names) {
    Schema schema = table.metadata().schema();
    List<Integer> ids = new ArrayList<>();
    for (String name : names) {
      Field field = requireStructField(schema, requireColumn(schema, name).id());
      if (isPartitionValue(field.id())) {
        LOG.warn("Ignoring '{}' as such values are constant within a partition", name);
      } else {
        ZOrderColumns.requireUsable(field);
        ids.add(field.id());
      }
    }
    if (ids.isEmpty()) {
      throw new InvalidInputException(
          "Cannot ZOrder, all columns provided were identity partition columns and cannot be used: "
              + names);
    }
    return ids;
  }

  private Field requireColumn(Schema schema, String name) {
    Optional<Field> field = schema.field(name);
    if (field.isEmpty() && caseSensitivity == CaseSensitivity.INSENSITIVE) {
      field = schema.fieldIgnoringCase(name);
    }
    return field.orElseThrow(
        () ->
            new InvalidInputException(
                "Cannot find column '%s' in table schema (case sensitive = %s): %s"
                    .formatted(
                        name, caseSensitivity == CaseSensitivity.SENSITIVE, schema.struct())));
  }

  private boolean isPartitionValue(int fieldId) {
    return table.metadata().spec().fields().stream()
        .anyMatch(
            field -> field.sourceId() == fieldId && field.transform() instanceof IdentityTransform);
  }

  /** Elements of lists and maps have no order among rows. */
  private Field requireStructField(Schema schema, int id) {
    return ColumnPath.of(schema, id)
        .map(path -> schema.field(id).orElseThrow())
        .orElseThrow(
            () ->
                new InvalidInputException(
                    "Cannot sort %s by %s: it is no column, or inside of a list or map"
                        .formatted(table.name(), schema.fullName(id).orElse("field id " + id))));
  }
}

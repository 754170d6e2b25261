package io.firn.procedures.compact;

import io.firn.maintenance.FileGroup;
import io.firn.model.SortField;
import io.firn.partition.BucketTransform;
import io.firn.partition.IdentityTransform;
import io.firn.partition.PartitionField;
import io.firn.partition.PartitionSpec;
import io.firn.partition.TimeTransform;
import io.firn.partition.Transform;
import io.firn.partition.TruncateTransform;
import io.firn.partition.VoidTransform;
import io.firn.spark.function.SystemFunctions;
import io.firn.types.Schema;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.functions;

/**
 * What rows are sorted by: the partition if the group's rows go to several, and then the fields of
 * a sort order or the z-order value.
 */
final class SortKey {
  private final String catalog;
  private final Schema schema;
  private final PartitionSpec outputSpec;
  private final List<SortField> fields;
  private final Optional<ZOrderColumns> zOrder;

  private SortKey(
      String catalog,
      Schema schema,
      PartitionSpec outputSpec,
      List<SortField> fields,
      Optional<ZOrderColumns> zOrder) {
    this.catalog = catalog;
    this.schema = schema;
    this.outputSpec = outputSpec;
    this.fields = fields;
    this.zOrder = zOrder;
  }

  /** {@code catalog} has the functions that compute transforms. */
  static SortKey of(
      RewriteStrategy.Sort sort, String catalog, Schema schema, PartitionSpec outputSpec) {
    return new SortKey(catalog, schema, outputSpec, sort.fields(), Optional.empty());
  }

  static SortKey of(
      RewriteStrategy.ZOrder zOrder, String catalog, Schema schema, PartitionSpec outputSpec) {
    return new SortKey(
        catalog,
        schema,
        outputSpec,
        List.of(),
        Optional.of(new ZOrderColumns(schema, zOrder.fieldIds(), zOrder.options())));
  }

  Optional<ZOrderColumns> zOrder() {
    return zOrder;
  }

  /** Rows that may have columns more, and what to sort them by. */
  record Keyed(Dataset<Row> rows, Column[] order) {}

  /** The key of rows in a {@link ShuffledLayout}. */
  Keyed of(Dataset<Row> rows, FileGroup group) {
    List<SortField> all = new ArrayList<>();
    if (group.tasks().stream().anyMatch(task -> task.file().specId() != outputSpec.specId())) {
      all.addAll(partitionOrder());
    }
    all.addAll(fields);
    List<Column> columns = new ArrayList<>();
    for (String name : rows.columns()) {
      columns.add(functions.col(name));
    }
    List<Column> order = new ArrayList<>();
    for (SortField field : all) {
      Column value = column(field.sourceId());
      if (!(field.transform() instanceof IdentityTransform)) {
        // Computed once a row, not once a comparison.
        String name = "key" + order.size();
        columns.add(transformed(field.transform(), value).as(name));
        value = functions.col(name);
      }
      order.add(directed(value, field));
    }
    if (zOrder.isPresent()) {
      order.add(functions.col(ShuffledLayout.Z_VALUE));
    }
    return new Keyed(rows.select(columns.toArray(new Column[0])), order.toArray(new Column[0]));
  }

  private List<SortField> partitionOrder() {
    List<SortField> order = new ArrayList<>();
    for (PartitionField field : outputSpec.fields()) {
      if (!(field.transform() instanceof VoidTransform)) {
        order.add(
            new SortField(
                List.of(field.sourceId()),
                field.transform(),
                SortField.Direction.ASC,
                SortField.NullOrder.NULLS_FIRST));
      }
    }
    return order;
  }

  private Column column(int fieldId) {
    ColumnPath path = ColumnPath.of(schema, fieldId).orElseThrow();
    StringBuilder name =
        new StringBuilder(ShuffledLayout.ROW)
            .append('.')
            .append(ShuffledLayout.columnName(path.topOrdinal()));
    path.innerNames().forEach(inner -> name.append('.').append(quoted(inner)));
    return functions.col(name.toString());
  }

  private static String quoted(String name) {
    return "`" + name.replace("`", "``") + "`";
  }

  private Column transformed(Transform transform, Column column) {
    if (transform instanceof BucketTransform bucket) {
      return call("bucket", functions.lit(bucket.numBuckets()), column);
    }
    if (transform instanceof TruncateTransform truncate) {
      return call("truncate", functions.lit(truncate.width()), column);
    }
    if (transform instanceof TimeTransform time) {
      return call(
          switch (time) {
            case YEAR -> "years";
            case MONTH -> "months";
            case DAY -> "days";
            case HOUR -> "hours";
          },
          column);
    }
    throw new IllegalStateException("No function computes " + transform);
  }

  private Column call(String function, Column... arguments) {
    return functions.call_function(
        quoted(catalog) + "." + SystemFunctions.NAMESPACE + "." + function, arguments);
  }

  private static Column directed(Column value, SortField field) {
    boolean nullsFirst = field.nullOrder() == SortField.NullOrder.NULLS_FIRST;
    if (field.direction() == SortField.Direction.ASC) {
      return nullsFirst ? value.asc_nulls_first() : value.asc_nulls_last();
    }
    return nullsFirst ? value.desc_nulls_first() : value.desc_nulls_last();
  }
}

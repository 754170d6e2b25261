package io.firn.procedures.changelog;

import static org.apache.spark.sql.functions.abs;
import static org.apache.spark.sql.functions.coalesce;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.count;
import static org.apache.spark.sql.functions.explode;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.max;
import static org.apache.spark.sql.functions.raise_error;
import static org.apache.spark.sql.functions.row_number;
import static org.apache.spark.sql.functions.sequence;
import static org.apache.spark.sql.functions.sum;
import static org.apache.spark.sql.functions.when;
import static org.apache.spark.sql.functions.xxhash64;

import io.firn.spark.convert.ChangeColumns;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.expressions.Window;
import org.apache.spark.sql.expressions.WindowSpec;

/**
 * The rows of a changelog table, refined. Everything is left to Spark's windows, which spread over
 * the cluster and spill: nothing is collected. All changes of one row meet in one window, so that a
 * filter on the row's columns reaches the scan.
 */
public final class Changelog {
  private static final String TYPE = ChangeColumns.CHANGE_TYPE.name();
  private static final String ORDINAL = ChangeColumns.CHANGE_ORDINAL.name();
  private static final Set<String> CHANGE_COLUMNS =
      ChangeColumns.ALL.stream().map(field -> field.name()).collect(Collectors.toSet());

  /** Names that no table has. */
  private static final String PREFIX = "firn changelog ";

  private static final String ROW_ID = PREFIX + "row id";
  private static final String DELETES = PREFIX + "deletes";
  private static final String INSERTS = PREFIX + "inserts";
  private static final String NUMBER = PREFIX + "number";
  private static final String BALANCE = PREFIX + "balance";
  private static final String RESULT = PREFIX + "result";
  private static final String SETTLED = PREFIX + "settled";
  private static final String COPY = PREFIX + "copy";

  private Changelog() {}

  /**
   * Without the rows that a commit deleted and inserted the same: a commit that rewrites files
   * carries them over. Of equal rows as many are left as the commit really brought or took.
   */
  public static Dataset<Row> withoutCarriedOver(Dataset<Row> changes) {
    Dataset<Row> numbered = numbered(changes, RowKey.of(changes, name -> !name.equals(TYPE)));
    Column deleted = isDelete().and(col(quoted(NUMBER)).leq(deletes().minus(inserts())));
    Column inserted = isDelete().equalTo(false).and(col(quoted(NUMBER)).leq(inserts()));
    return columnsOf(changes, numbered.filter(deleted.or(inserted)));
  }

  /**
   * A row that a commit deleted and one that it inserted under the same identifier become the
   * images of an update. Reading fails if a commit deleted two rows of one identifier.
   */
  public static Dataset<Row> withUpdates(Dataset<Row> changes, List<String> identifiers) {
    Dataset<Row> net = withoutCarriedOver(changes);
    List<Column> key =
        identifiers.stream()
            .map(name -> net.col(RowKey.reference(net, name)))
            .collect(Collectors.toCollection(ArrayList::new));
    key.add(net.col(ORDINAL));
    return columnsOf(changes, paired(net, key, lit(true), identifiers));
  }

  /**
   * The same by the ids that rows keep for life; rows without one, from before the table had them,
   * stay what they are.
   */
  public static Dataset<Row> withUpdatesByRowId(Dataset<Row> changes, String rowIdColumn) {
    Dataset<Row> withIds = changes.select(col("*"), changes.metadataColumn(rowIdColumn).as(ROW_ID));
    Dataset<Row> net = withoutCarriedOver(withIds);
    Column rowId = net.col(quoted(ROW_ID));
    Column spread =
        when(rowId.isNull(), xxhash64(RowKey.of(net, name -> true).toArray(new Column[0])));
    List<Column> key = List.of(rowId, net.col(ORDINAL), spread);
    return columnsOf(changes, paired(net, key, rowId.isNotNull(), List.of(rowIdColumn)));
  }

  private static Dataset<Row> paired(
      Dataset<Row> changes, List<Column> key, Column isIdentified, List<String> identifiers) {
    String ambiguous =
        "Cannot compute updates because there are multiple rows with the same identifier"
            + " fields([%s,%s]). Please make sure the rows are unique."
                .formatted(String.join(",", identifiers), ORDINAL);
    Column isUpdate = deletes().equalTo(1).and(inserts().geq(1));
    Column type =
        when(isIdentified.and(deletes().gt(1)), raise_error(lit(ambiguous)).cast("string"))
            .when(isIdentified.and(isUpdate).and(isDelete()), lit("UPDATE_BEFORE"))
            .when(
                isIdentified.and(isUpdate).and(col(quoted(NUMBER)).equalTo(2)), lit("UPDATE_AFTER"))
            .otherwise(col(TYPE));
    return numbered(changes, key).withColumn(TYPE, type);
  }

  /**
   * What all commits together did to each row: equal rows that one commit inserts and another one
   * deletes cancel out. What is left has the commit in which it came to stay.
   */
  public static Dataset<Row> net(Dataset<Row> changes) {
    List<Column> key = RowKey.of(changes, name -> !CHANGE_COLUMNS.contains(name));
    WindowSpec inOrder = window(key).orderBy(col(ORDINAL), col(TYPE));
    WindowSpec soFar = inOrder.rowsBetween(Window.unboundedPreceding(), Window.currentRow());
    WindowSpec all = whole(inOrder);
    Column sign = when(isDelete(), lit(-1L)).otherwise(lit(1L));
    Dataset<Row> balanced =
        changes
            .withColumn(NUMBER, row_number().over(inOrder))
            .withColumn(BALANCE, sum(sign).over(soFar))
            .withColumn(RESULT, sum(sign).over(all));
    Column atZero = when(col(quoted(BALANCE)).equalTo(0), col(quoted(NUMBER)));
    Column settled = coalesce(max(atZero).over(all), lit(0));
    Dataset<Row> first =
        balanced
            .withColumn(SETTLED, settled)
            .filter(
                col(quoted(RESULT))
                    .notEqual(0)
                    .and(col(quoted(NUMBER)).equalTo(col(quoted(SETTLED)).plus(1))));
    Column copies = sequence(lit(1L), abs(col(quoted(RESULT))));
    return columnsOf(changes, first.withColumn(COPY, explode(copies)));
  }

  /** Rows of one key, deletes first, with their number and how many of each there are. */
  private static Dataset<Row> numbered(Dataset<Row> changes, List<Column> key) {
    WindowSpec byType = window(key).orderBy(col(TYPE));
    WindowSpec all = whole(byType);
    return changes
        .withColumn(DELETES, count(when(isDelete(), lit(1))).over(all))
        .withColumn(INSERTS, count(when(isDelete().equalTo(false), lit(1))).over(all))
        .withColumn(NUMBER, row_number().over(byType));
  }

  private static WindowSpec window(List<Column> key) {
    return Window.partitionBy(key.toArray(new Column[0]));
  }

  private static WindowSpec whole(WindowSpec window) {
    return window.rowsBetween(Window.unboundedPreceding(), Window.unboundedFollowing());
  }

  private static Column isDelete() {
    return col(TYPE).equalTo(ChangeColumns.DELETE);
  }

  private static Column deletes() {
    return col(quoted(DELETES));
  }

  private static Column inserts() {
    return col(quoted(INSERTS));
  }

  private static Dataset<Row> columnsOf(Dataset<Row> wanted, Dataset<Row> rows) {
    return rows.select(
        Arrays.stream(wanted.columns()).map(name -> col(quoted(name))).toArray(Column[]::new));
  }

  private static String quoted(String name) {
    return RowKey.quoted(name);
  }
}

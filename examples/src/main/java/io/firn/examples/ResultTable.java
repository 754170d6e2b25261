package io.firn.examples;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.hex;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.NumericType;
import org.apache.spark.sql.types.StructField;

/**
 * The rows of a query as text: a line per row, numbers to the right, at most {@link #MAX_ROWS}. A
 * single row that is too wide for a screen takes a line per column.
 */
final class ResultTable {
  static final int MAX_ROWS = 1000;

  private static final int MAX_WIDTH_OF_ONE_ROW = 160;

  private final List<String> names;
  private final List<Boolean> alignedRight;
  private final List<List<String>> rows;
  private final boolean cut;

  private ResultTable(
      List<String> names, List<Boolean> alignedRight, List<List<String>> rows, boolean cut) {
    this.names = names;
    this.alignedRight = alignedRight;
    this.rows = rows;
    this.cut = cut;
  }

  /** Runs the query. A result without columns, as of DDL, gives an empty text. */
  static ResultTable of(Dataset<Row> result) {
    StructField[] fields = result.schema().fields();
    List<String> names = new ArrayList<>();
    List<Boolean> alignedRight = new ArrayList<>();
    // Columns of a result may share a name or contain dots, so they are addressed by number.
    String[] numbers = new String[fields.length];
    Column[] texts = new Column[fields.length];
    for (int i = 0; i < fields.length; i++) {
      names.add(fields[i].name());
      alignedRight.add(fields[i].dataType() instanceof NumericType);
      numbers[i] = "c" + i;
      texts[i] = text(col(numbers[i]), fields[i].dataType());
    }
    if (fields.length == 0) {
      return new ResultTable(names, alignedRight, List.of(), false);
    }
    List<Row> collected = result.toDF(numbers).select(texts).limit(MAX_ROWS + 1).collectAsList();
    boolean cut = collected.size() > MAX_ROWS;
    List<List<String>> rows = new ArrayList<>();
    for (Row row : cut ? collected.subList(0, MAX_ROWS) : collected) {
      rows.add(texts(row));
    }
    return new ResultTable(names, alignedRight, rows, cut);
  }

  private static Column text(Column column, DataType type) {
    return type.equals(DataTypes.BinaryType) ? hex(column) : column.cast(DataTypes.StringType);
  }

  private static List<String> texts(Row row) {
    List<String> texts = new ArrayList<>();
    for (int i = 0; i < row.size(); i++) {
      texts.add(row.isNullAt(i) ? "NULL" : row.getString(i));
    }
    return texts;
  }

  /** The table, and in a last line how many rows it has. */
  String render() {
    if (names.isEmpty()) {
      return "";
    }
    int[] widths = widths();
    if (rows.size() == 1 && IntStream.of(widths).map(w -> w + 3).sum() > MAX_WIDTH_OF_ONE_ROW) {
      return columnByColumn();
    }
    StringBuilder text = new StringBuilder();
    appendLine(text, names, widths);
    for (int i = 0; i < widths.length; i++) {
      text.append(i == 0 ? "" : "-+-").append("-".repeat(widths[i]));
    }
    text.append('\n');
    rows.forEach(row -> appendLine(text, row, widths));
    return text.append(summary()).toString();
  }

  private String columnByColumn() {
    int widest = names.stream().mapToInt(ResultTable::width).max().orElse(0);
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < names.size(); i++) {
      String padding = " ".repeat(widest - width(names.get(i)));
      text.append(names.get(i)).append(padding).append(" | ").append(rows.get(0).get(i));
      text.append('\n');
    }
    return text.append(summary()).toString();
  }

  private String summary() {
    if (cut) {
      return "(the first " + MAX_ROWS + " rows; add a LIMIT or a filter to see others)";
    }
    return rows.size() == 1 ? "(1 row)" : "(" + rows.size() + " rows)";
  }

  private int[] widths() {
    int[] widths = new int[names.size()];
    for (int i = 0; i < widths.length; i++) {
      widths[i] = width(names.get(i));
      for (List<String> row : rows) {
        widths[i] = Math.max(widths[i], width(row.get(i)));
      }
    }
    return widths;
  }

  private void appendLine(StringBuilder text, List<String> cells, int[] widths) {
    StringBuilder line = new StringBuilder();
    for (int i = 0; i < widths.length; i++) {
      String cell = cells.get(i);
      String padding = " ".repeat(Math.max(0, widths[i] - width(cell)));
      line.append(i == 0 ? "" : " | ");
      line.append(alignedRight.get(i) ? padding + cell : cell + padding);
    }
    text.append(line.toString().stripTrailing()).append('\n');
  }

  // A cell of several lines, as of SHOW CREATE TABLE, is as wide as its last line.
  private static int width(String cell) {
    int lastLine = cell.lastIndexOf('\n') + 1;
    return cell.codePointCount(lastLine, cell.length());
  }
}

package io.firn.procedures;

import io.firn.error.InvalidInputException;
import java.sql.Timestamp;
import java.util.Arrays;
import java.util.Iterator;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.function.Supplier;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;

/** A table or view that lists files, such as an inventory of an object store. */
final class FileListView implements Supplier<Stream<String>> {
  private static final String FILE_PATH = "file_path";
  private static final String LAST_MODIFIED = "last_modified";

  private final Dataset<Row> paths;

  private FileListView(Dataset<Row> paths) {
    this.paths = paths;
  }

  /**
   * The files of the view that were changed before the time, in milliseconds since the epoch.
   *
   * @throws InvalidInputException if a column is not there or of another type
   */
  static Supplier<Stream<String>> of(SparkSession session, String name, long olderThanMillis) {
    Dataset<Row> view = session.table(name);
    requireColumn(view, name, FILE_PATH, DataTypes.StringType);
    requireColumn(view, name, LAST_MODIFIED, DataTypes.TimestampType);
    return new FileListView(
        view.filter(
                functions
                    .col(LAST_MODIFIED)
                    .lt(functions.lit(new Timestamp(olderThanMillis)))
                    .and(functions.col(FILE_PATH).isNotNull()))
            .select(FILE_PATH));
  }

  private static void requireColumn(Dataset<Row> view, String name, String column, DataType type) {
    boolean fits =
        Arrays.stream(view.schema().fields())
            .filter(field -> field.name().equals(column))
            .map(StructField::dataType)
            .anyMatch(type::equals);
    if (!fits) {
      throw new InvalidInputException(
          ("Cannot take the files of the view %s: Invalid %s column: it needs the columns %s STRING"
                  + " and %s TIMESTAMP, and has %s")
              .formatted(name, column, FILE_PATH, LAST_MODIFIED, view.schema().simpleString()));
    }
  }

  @Override
  public Stream<String> get() {
    Iterator<Row> rows = paths.toLocalIterator();
    return StreamSupport.stream(
            Spliterators.spliteratorUnknownSize(rows, Spliterator.ORDERED), false)
        .map(row -> row.getString(0));
  }
}

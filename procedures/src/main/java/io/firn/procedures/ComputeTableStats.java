package io.firn.procedures;

import io.firn.error.InvalidInputException;
import io.firn.model.Snapshot;
import io.firn.model.StatisticsFile;
import io.firn.operation.statistics.SetTableStatistics;
import io.firn.procedures.args.Parameters;
import io.firn.procedures.args.ResultRows;
import io.firn.procedures.progress.JobName;
import io.firn.procedures.progress.Progress;
import io.firn.procedures.progress.Work;
import io.firn.procedures.sketch.Sketches;
import io.firn.spark.conf.SelectorText;
import io.firn.spark.procedure.ProcedureProvider;
import io.firn.spark.procedure.ProcedureTables;
import io.firn.statistics.ColumnSketch;
import io.firn.statistics.SketchFile;
import io.firn.table.Table;
import io.firn.types.Field;
import io.firn.types.PrimitiveType;
import io.firn.types.Schema;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.connector.catalog.procedures.UnboundProcedure;
import org.apache.spark.sql.connector.read.Scan;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.unsafe.types.UTF8String;

/**
 * {@code CALL lake.system.compute_table_stats(table => 'db.t', columns => array('a'))}: counts the
 * different values of columns of a snapshot, the current one if none is named, by Theta sketches in
 * a Puffin file. Returns the file; nothing for a table without snapshots.
 */
public final class ComputeTableStats implements ProcedureProvider {
  private static final String NAME = "compute_table_stats";
  private static final String DESCRIPTION =
      "Computes the number of distinct values of columns of a snapshot";
  private static final String CREATED_BY = "firn";
  private static final Parameters PARAMETERS =
      Parameters.of(
          NAME,
          Parameters.requiredString("table", "name of the table"),
          Parameters.optionalLong("snapshot_id", "the snapshot, the current one by default"),
          Parameters.optional(
              "columns",
              DataTypes.createArrayType(DataTypes.StringType),
              "names of the columns, all of primitive types by default"));
  private static final StructType RESULT =
      new StructType().add("statistics_file", DataTypes.StringType, true);

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public UnboundProcedure procedure(ProcedureTables tables) {
    return new SystemProcedure(NAME, DESCRIPTION, PARAMETERS, input -> call(tables, input));
  }

  private static Iterator<Scan> call(ProcedureTables tables, InternalRow input) {
    String name = PARAMETERS.string(input, "table");
    OptionalLong snapshotId = PARAMETERS.optionalNumber(input, "snapshot_id");
    Optional<List<String>> columns = PARAMETERS.optionalStrings(input, "columns");
    Table table = tables.load(name);
    Optional<Snapshot> snapshot = SnapshotArgument.of(table, snapshotId);
    if (snapshot.isEmpty()) {
      return ResultRows.of(RESULT);
    }
    Schema schema = table.metadata().schemaOf(snapshot.get());
    List<Field> fields = fields(table, schema, columns);
    SparkSession session = SparkSession.active();
    Dataset<Row> rows =
        session
            .read()
            .option(SelectorText.SNAPSHOT_ID, snapshot.get().snapshotId())
            .table(tables.sqlName(name))
            .select(fields.stream().map(f -> column(schema, f)).toArray(Column[]::new));
    List<ColumnSketch> sketches = sketches(session, table.name(), snapshot.get(), fields, rows);
    StatisticsFile file =
        SketchFile.write(table.storage(), table.metadata(), snapshot.get(), sketches, CREATED_BY);
    NewFile.register(table, file.statisticsPath(), new SetTableStatistics(file));
    tables.refresh(name);
    return ResultRows.of(
        RESULT,
        new GenericInternalRow(new Object[] {UTF8String.fromString(file.statisticsPath())}));
  }

  private static List<ColumnSketch> sketches(
      SparkSession session,
      String table,
      Snapshot snapshot,
      List<Field> fields,
      Dataset<Row> rows) {
    Work work = Work.of(NAME, table, "tasks");
    String name =
        work.jobName("%d columns of snapshot %d".formatted(fields.size(), snapshot.snapshotId()));
    try (Progress progress = Progress.start(session, work);
        JobName ignored =
            JobName.set(JavaSparkContext.fromSparkContext(session.sparkContext()), name)) {
      return Sketches.of(session, rows, fields.stream().map(Field::id).toList(), progress);
    }
  }

  private static List<Field> fields(Table table, Schema schema, Optional<List<String>> columns) {
    List<Field> fields = new ArrayList<>();
    if (columns.isEmpty()) {
      schema.fields().stream().filter(f -> isPrimitive(f)).forEach(fields::add);
    } else {
      Set<String> distinct = new LinkedHashSet<>(columns.get());
      distinct.forEach(column -> fields.add(field(table, schema, column)));
    }
    if (fields.isEmpty()) {
      throw new InvalidInputException(
          "Cannot compute statistics of %s: No columns found to compute stats"
              .formatted(table.name()));
    }
    return fields;
  }

  private static Field field(Table table, Schema schema, String column) {
    Optional<Field> field = schema.field(column);
    if (field.isEmpty()) {
      throw new InvalidInputException(
          "Cannot compute statistics of %s: Can't find column %s in %s"
              .formatted(table.name(), column, schema));
    }
    if (!isPrimitive(field.get())) {
      throw new InvalidInputException(
          "Cannot compute statistics of %s: Can't compute stats on non-primitive type column: %s (%s)"
              .formatted(table.name(), column, field.get().type()));
    }
    return field.get();
  }

  private static boolean isPrimitive(Field field) {
    return field.type() instanceof PrimitiveType;
  }

  /** Names of fields may have dots in them. */
  private static Column column(Schema schema, Field field) {
    Deque<String> path = new ArrayDeque<>();
    Optional<Field> next = Optional.of(field);
    while (next.isPresent()) {
      path.addFirst("`" + next.get().name().replace("`", "``") + "`");
      next = schema.parentId(next.get().id()).flatMap(schema::field);
    }
    return functions.col(String.join(".", path)).as("c" + field.id());
  }
}

package io.firn.procedures;

import io.firn.error.InvalidInputException;
import io.firn.procedures.args.Parameters;
import io.firn.procedures.args.ResultRows;
import io.firn.procedures.changelog.Changelog;
import io.firn.spark.procedure.ProcedureProvider;
import io.firn.spark.procedure.ProcedureTables;
import io.firn.spark.read.ChangesTable;
import io.firn.table.Table;
import io.firn.types.ReservedFields;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.connector.catalog.procedures.UnboundProcedure;
import org.apache.spark.sql.connector.read.Scan;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.unsafe.types.UTF8String;

/**
 * {@code CALL lake.system.create_changelog_view(table => 'db.t')}: a temporary view of the rows
 * that commits changed, without those that they only carried over to other files. A view whose
 * options set no end follows the table. Updates are paired by identifier columns or, in a table
 * that has row lineage and no identifier fields, by row ids.
 */
public final class CreateChangelogView implements ProcedureProvider {
  private static final String NAME = "create_changelog_view";
  private static final String DESCRIPTION = "Creates a view of the rows that commits changed";
  private static final int FIRST_VERSION_WITH_LINEAGE = 3;
  private static final Parameters PARAMETERS =
      Parameters.of(
          NAME,
          Parameters.requiredString("table", "name of the table"),
          Parameters.optionalString(
              "changelog_view", "name of the view; `<table>_changes` if none"),
          Parameters.optionalMap(
              "options",
              "read options: start-snapshot-id and end-snapshot-id, or start-timestamp and"
                  + " end-timestamp"),
          Parameters.optional(
              "compute_updates",
              DataTypes.BooleanType,
              "whether to pair deleted and inserted rows; if none, as identifier_columns are given"),
          Parameters.optional(
              "identifier_columns",
              DataTypes.createArrayType(DataTypes.StringType),
              "columns that tell rows apart; the table's identifier fields if none"),
          Parameters.optional(
              "net_changes",
              DataTypes.BooleanType,
              "whether changes of several commits cancel out; false if none"));
  private static final StructType RESULT =
      new StructType().add("changelog_view", DataTypes.StringType, false);

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
    Table table = tables.load(name);
    SparkSession session = SparkSession.active();
    Dataset<Row> changes =
        session
            .read()
            .options(PARAMETERS.optionalMap(input, "options"))
            .table(changesName(tables, name));
    Dataset<Row> refined = refined(table, changes, input);
    String view =
        PARAMETERS
            .optionalString(input, "changelog_view")
            .orElseGet(() -> defaultView(session, tables.sqlName(name)));
    refined.createOrReplaceTempView(view);
    return ResultRows.of(
        RESULT, new GenericInternalRow(new Object[] {UTF8String.fromString(view)}));
  }

  private static Dataset<Row> refined(Table table, Dataset<Row> changes, InternalRow input) {
    Optional<List<String>> given = PARAMETERS.optionalStrings(input, "identifier_columns");
    boolean net = PARAMETERS.isTrue(input, "net_changes");
    if (!PARAMETERS.optionalBoolean(input, "compute_updates").orElse(given.isPresent())) {
      return net ? Changelog.net(changes) : Changelog.withoutCarriedOver(changes);
    }
    if (net) {
      throw PARAMETERS.misfit("Not support net changes with update images");
    }
    List<String> identifiers = given.orElseGet(() -> identifierFields(table));
    if (!identifiers.isEmpty()) {
      identifiers.forEach(column -> requireColumn(table, column));
      return Changelog.withUpdates(changes, identifiers);
    }
    String rowId = ReservedFields.ROW_ID.name();
    boolean hasRowIds =
        given.isEmpty()
            && table.metadata().formatVersion() >= FIRST_VERSION_WITH_LINEAGE
            && table.metadata().schema().struct().fieldIgnoringCase(rowId).isEmpty();
    if (!hasRowIds) {
      throw PARAMETERS.misfit(
          "Cannot compute the update images because identifier columns are not set, and "
              + table.name()
              + " has no identifier fields and no row lineage");
    }
    return Changelog.withUpdatesByRowId(changes, rowId);
  }

  private static List<String> identifierFields(Table table) {
    return table.metadata().schema().identifierFieldIds().stream()
        .sorted()
        .map(id -> table.metadata().schema().fullName(id).orElseThrow())
        .toList();
  }

  private static void requireColumn(Table table, String column) {
    if (table.metadata().schema().struct().fieldIgnoringCase(column).isEmpty()) {
      throw PARAMETERS.misfit(
          "%s has no column %s, which identifier_columns name; it has %s"
              .formatted(
                  table.name(),
                  column,
                  table.metadata().schema().fields().stream().map(f -> f.name()).toList()));
    }
  }

  private static String changesName(ProcedureTables tables, String name) {
    return name.contains("/")
        ? tables.sqlName(name + "#" + ChangesTable.NAME)
        : tables.sqlName(name) + "." + ChangesTable.NAME;
  }

  private static String defaultView(SparkSession session, String sqlName) {
    try {
      String table = session.sessionState().sqlParser().parseMultipartIdentifier(sqlName).last();
      return "`" + (table + "_changes").replace("`", "``") + "`";
    } catch (org.apache.spark.sql.catalyst.parser.ParseException e) {
      throw new InvalidInputException("Not the name of a table: " + sqlName, e);
    }
  }
}

package io.firn.spark.rowlevel;

import io.firn.error.InvalidInputException;
import io.firn.error.UnsupportedFeatureException;
import io.firn.spark.conf.CarryMode;
import io.firn.spark.conf.ReadPoint;
import io.firn.spark.conf.RowLevelConf;
import io.firn.spark.conf.RowLevelMode;
import io.firn.spark.conf.SessionSettings;
import io.firn.spark.convert.MetadataColumns;
import io.firn.table.Table;
import java.util.Locale;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.connector.write.RowLevelOperation;
import org.apache.spark.sql.connector.write.RowLevelOperationInfo;

/** Chooses how a row-level statement on a table is carried out. */
public final class RowLevelOperations {
  /** From this format version on, rows have ids that go with them. */
  static final int LINEAGE_VERSION = 3;

  /** From this format version on, a table can have delete files. */
  private static final int DELETES_VERSION = 2;

  private RowLevelOperations() {}

  /**
   * The operation of a statement that reads the table at the point.
   *
   * @throws UnsupportedFeatureException if the table asks for merge-on-read and its format has no
   *     delete files
   * @throws InvalidInputException if the point is a time travel
   */
  public static RowLevelOperation of(
      SparkSession session, Table table, ReadPoint point, RowLevelOperationInfo info) {
    RowLevelConf conf =
        RowLevelConf.resolve(
            info.command(), SessionSettings.of(session), table.metadata().properties());
    if (point.isTimeTravel()) {
      throw new InvalidInputException(
          "Cannot run "
              + info.command()
              + " on "
              + table.name()
              + " as it was at "
              + point.selector());
    }
    if (conf.mode() == RowLevelMode.COPY_ON_WRITE) {
      return carriesColumns(table, conf)
          ? new PositionDeltaOperation(session, table, point, conf)
          : new CopyOnWriteOperation(session, table, point, conf);
    }
    if (table.metadata().formatVersion() < DELETES_VERSION) {
      throw new UnsupportedFeatureException(
          "Cannot run "
              + info.command()
              + " on "
              + table.name()
              + " as merge-on-read: Deletes are supported in V2 and above, and the table has format"
              + " version "
              + table.metadata().formatVersion()
              + ". ALTER TABLE ... SET TBLPROPERTIES ('format-version'='2'), or 'write."
              + info.command().name().toLowerCase(Locale.ROOT)
              + ".mode'='copy-on-write'");
    }
    return new PositionDeltaOperation(session, table, point, conf);
  }

  /**
   * Who chose how rows are spread or sorted gets that for all rows of the new files, and a column
   * of the table's own may hide those that say where a row is.
   */
  private static boolean carriesColumns(Table table, RowLevelConf conf) {
    return conf.carryMode() == CarryMode.COLUMNS
        && conf.distributionMode().isEmpty()
        && !table.metadata().sortOrder().isSorted()
        && table.metadata().schema().fields().stream()
            .noneMatch(field -> MetadataColumns.isName(field.name().toLowerCase(Locale.ROOT)));
  }
}

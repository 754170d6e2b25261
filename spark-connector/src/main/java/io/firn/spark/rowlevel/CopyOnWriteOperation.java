package io.firn.spark.rowlevel;

import io.firn.conflict.ReadRows;
import io.firn.conflict.RowTest;
import io.firn.operation.Statement;
import io.firn.spark.conf.ReadPoint;
import io.firn.spark.conf.RowLevelConf;
import io.firn.spark.convert.MetadataColumns;
import io.firn.spark.read.FirnScan;
import io.firn.spark.read.FirnScanBuilder;
import io.firn.spark.read.ScanPurpose;
import io.firn.table.Table;
import io.firn.types.ReservedFields;
import io.firn.types.Schema;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.connector.expressions.Expressions;
import org.apache.spark.sql.connector.expressions.NamedReference;
import org.apache.spark.sql.connector.read.ScanBuilder;
import org.apache.spark.sql.connector.write.LogicalWriteInfo;
import org.apache.spark.sql.connector.write.RowLevelOperation;
import org.apache.spark.sql.connector.write.WriteBuilder;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;
import org.jspecify.annotations.Nullable;

/**
 * Replaces each data file that holds an affected row by new files with the other rows of it and the
 * changed ones.
 */
final class CopyOnWriteOperation
    implements RowLevelOperation, MergeTarget, ConditionTarget, OnePassTarget {
  static final String FILE = "_file";
  static final String POS = "_pos";

  private static final Set<String> TELLING = Set.of(FILE, POS, MetadataColumns.DELETED.name());

  private final SparkSession session;
  private final Table table;
  private final ReadPoint point;
  private final RowLevelConf conf;
  private @Nullable TargetScanBuilder scanBuilder;
  private MergeLookup lookup = MergeLookup.unseen();
  private Optional<RowTest> condition = Optional.empty();
  private boolean onePass;

  CopyOnWriteOperation(SparkSession session, Table table, ReadPoint point, RowLevelConf conf) {
    this.session = session;
    this.table = table;
    this.point = point;
    this.conf = conf;
  }

  @Override
  public Command command() {
    return conf.command();
  }

  @Override
  public String description() {
    return "copy-on-write " + command() + " of " + table.name();
  }

  /**
   * Spark would hand the rows on unprojected if there were no metadata column at all. {@code
   * _deleted} is what Spark clears of changed rows, while {@code _pos} must stay for the order.
   */
  @Override
  public NamedReference[] requiredMetadataAttributes() {
    List<String> names = new ArrayList<>(List.of(FILE, POS));
    if (tracksRows()) {
      names.add(MetadataColumns.DELETED.name());
    }
    if (keepsLineage()) {
      names.add(ReservedFields.ROW_ID.name());
      names.add(ReservedFields.LAST_UPDATED_SEQUENCE_NUMBER.name());
    }
    return names.stream().map(Expressions::column).toArray(NamedReference[]::new);
  }

  @Override
  public ScanBuilder newScanBuilder(CaseInsensitiveStringMap options) {
    boolean uncut = onePass && conf.distributionMode().isEmpty();
    TargetScanBuilder builder =
        new TargetScanBuilder(
            new FirnScanBuilder(
                session,
                table,
                point,
                options,
                uncut ? ScanPurpose.UNCUT_FILES : ScanPurpose.WHOLE_FILES));
    scanBuilder = builder;
    return builder;
  }

  @Override
  public WriteBuilder newWriteBuilder(LogicalWriteInfo info) {
    return new CopyOnWriteBuilder(this, session, table, point, conf, info);
  }

  boolean keepsLineage() {
    return table.metadata().formatVersion() >= RowLevelOperations.LINEAGE_VERSION;
  }

  /**
   * Whether the statement can tell where it puts the rows that it carries over: the table wants row
   * maps, and no column of its own hides a metadata column that tells.
   */
  boolean tracksRows() {
    return StatementRowMap.maxBytes(table.metadata().properties()) > 0
        && table.metadata().schema().fields().stream()
            .noneMatch(field -> TELLING.contains(field.name().toLowerCase(Locale.ROOT)));
  }

  @Override
  public Schema schema() {
    return point.schema();
  }

  @Override
  public void lookedUpBy(MergeLookup newLookup) {
    lookup = newLookup;
  }

  @Override
  public void readsRowsThat(RowTest newCondition) {
    condition = Optional.of(newCondition);
  }

  @Override
  public void isReadInOnePass() {
    onePass = true;
  }

  /** Whether the rows of a file reach the writers as they are read. */
  boolean readsInOnePass() {
    return onePass;
  }

  /** Of the rows those that have an influence on the statement. */
  ReadRows among(ReadRows rows) {
    return command() == Command.MERGE
        ? lookup.among(rows)
        : condition.map(rows::passing).orElse(rows);
  }

  /** Whether rows matter that the statement sees and leaves as they are. */
  Statement.Unchanged unchanged() {
    return command() == Command.MERGE ? lookup.unchanged() : Statement.Unchanged.DO_NOT_MATTER;
  }

  /** The scan of the statement; empty when Spark needed none. */
  Optional<FirnScan> scan() {
    return Optional.ofNullable(scanBuilder).flatMap(TargetScanBuilder::built);
  }
}

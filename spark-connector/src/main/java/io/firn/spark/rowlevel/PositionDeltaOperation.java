package io.firn.spark.rowlevel;

import io.firn.conflict.ReadRows;
import io.firn.conflict.RowTest;
import io.firn.operation.Statement;
import io.firn.partition.IdentityTransform;
import io.firn.spark.conf.ReadPoint;
import io.firn.spark.conf.RowLevelConf;
import io.firn.spark.conf.RowLevelMode;
import io.firn.spark.convert.MetadataColumns;
import io.firn.spark.convert.SparkExpressions;
import io.firn.spark.read.FirnScan;
import io.firn.spark.read.FirnScanBuilder;
import io.firn.spark.read.ScanPurpose;
import io.firn.table.Table;
import io.firn.types.ReservedFields;
import io.firn.types.Schema;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.connector.expressions.Expressions;
import org.apache.spark.sql.connector.expressions.NamedReference;
import org.apache.spark.sql.connector.expressions.SortOrder;
import org.apache.spark.sql.connector.read.ScanBuilder;
import org.apache.spark.sql.connector.write.DeltaWrite;
import org.apache.spark.sql.connector.write.DeltaWriteBuilder;
import org.apache.spark.sql.connector.write.LogicalWriteInfo;
import org.apache.spark.sql.connector.write.SupportsDelta;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;
import org.jspecify.annotations.Nullable;

/**
 * Finds the affected rows and deletes them by their position; the new images of changed rows are
 * written with the inserted ones. Merge-on-read leaves it at that, copy-on-write then copies the
 * files that lose rows.
 */
final class PositionDeltaOperation
    implements SupportsDelta, MergeTarget, ConditionTarget, OnePassTarget {
  private final SparkSession session;
  private final Table table;
  private final ReadPoint point;
  private final RowLevelConf conf;
  private @Nullable TargetScanBuilder scanBuilder;
  private MergeLookup lookup = MergeLookup.unseen();
  private Optional<RowTest> condition = Optional.empty();
  private boolean onePass;

  PositionDeltaOperation(SparkSession session, Table table, ReadPoint point, RowLevelConf conf) {
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
    return conf.mode().text() + " " + command() + " of " + table.name();
  }

  @Override
  public NamedReference[] rowId() {
    return columns(List.of(MetadataColumns.FILE.name(), MetadataColumns.POS.name()));
  }

  @Override
  public NamedReference[] requiredMetadataAttributes() {
    List<String> names =
        new ArrayList<>(List.of(MetadataColumns.SPEC_ID.name(), MetadataColumns.PARTITION));
    if (keepsLineage()) {
      names.add(ReservedFields.ROW_ID.name());
      names.add(ReservedFields.LAST_UPDATED_SEQUENCE_NUMBER.name());
    }
    return columns(names);
  }

  private static NamedReference[] columns(List<String> names) {
    return names.stream().map(Expressions::column).toArray(NamedReference[]::new);
  }

  /** A DELETE writes no row that would keep its id. */
  boolean keepsLineage() {
    return tableHasVectors() && command() != Command.DELETE;
  }

  /** Row lineage and deletion vectors came with the same format version. */
  private boolean tableHasVectors() {
    return table.metadata().formatVersion() >= RowLevelOperations.LINEAGE_VERSION;
  }

  /** Whether tasks write vectors: those of copy-on-write never become a part of the table. */
  boolean usesVectors() {
    return tableHasVectors() || conf.mode() == RowLevelMode.COPY_ON_WRITE;
  }

  @Override
  public ScanBuilder newScanBuilder(CaseInsensitiveStringMap options) {
    TargetScanBuilder builder =
        new TargetScanBuilder(
            new FirnScanBuilder(session, table, point, options, ScanPurpose.QUERY));
    scanBuilder = builder;
    return builder;
  }

  @Override
  public DeltaWriteBuilder newWriteBuilder(LogicalWriteInfo info) {
    return new DeltaWriteBuilder() {
      @Override
      public DeltaWrite build() {
        return new PositionDelta(PositionDeltaOperation.this, session, table, point, conf, info);
      }
    };
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

  /** Whether the rows of a file reach the writers one after the other, as they are read. */
  boolean readsInOnePass() {
    return onePass;
  }

  /** Of the rows those that have an influence on the statement. */
  ReadRows among(ReadRows rows) {
    return command() == Command.MERGE
        ? lookup.among(rows)
        : condition.map(rows::passing).orElse(rows);
  }

  /** By what new rows are sorted that come from no file: by the keys that a MERGE found missing. */
  List<SortOrder> orderOfInserts() {
    return command() == Command.MERGE
        ? lookup.columnsOfInserts().stream()
            .map(id -> SparkExpressions.ascending(schema(), id, IdentityTransform.IDENTITY))
            .toList()
        : List.of();
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

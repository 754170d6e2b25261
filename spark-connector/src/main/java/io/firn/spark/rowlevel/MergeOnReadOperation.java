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
import java.util.Optional;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.connector.expressions.Expressions;
import org.apache.spark.sql.connector.expressions.NamedReference;
import org.apache.spark.sql.connector.read.ScanBuilder;
import org.apache.spark.sql.connector.write.DeltaWrite;
import org.apache.spark.sql.connector.write.DeltaWriteBuilder;
import org.apache.spark.sql.connector.write.LogicalWriteInfo;
import org.apache.spark.sql.connector.write.SupportsDelta;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;
import org.jspecify.annotations.Nullable;

/**
 * Leaves the data files as they are: affected rows are deleted by their position, and the new
 * images of changed rows are written with the inserted ones.
 */
final class MergeOnReadOperation implements SupportsDelta, MergeTarget, ConditionTarget {
  private final SparkSession session;
  private final Table table;
  private final ReadPoint point;
  private final RowLevelConf conf;
  private @Nullable TargetScanBuilder scanBuilder;
  private MergeLookup lookup = MergeLookup.unseen();
  private Optional<RowTest> condition = Optional.empty();

  MergeOnReadOperation(SparkSession session, Table table, ReadPoint point, RowLevelConf conf) {
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
    return "merge-on-read " + command() + " of " + table.name();
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
    return usesVectors() && command() != Command.DELETE;
  }

  /** Row lineage and deletion vectors came with the same format version. */
  boolean usesVectors() {
    return table.metadata().formatVersion() >= RowLevelOperations.LINEAGE_VERSION;
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
        return new MergeOnRead(MergeOnReadOperation.this, session, table, point, conf, info);
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

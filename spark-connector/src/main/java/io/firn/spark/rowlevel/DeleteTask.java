package io.firn.spark.rowlevel;

import io.firn.codec.json.SchemaJson;
import io.firn.codec.json.SpecJson;
import io.firn.partition.PartitionSpec;
import io.firn.partition.PartitionUnion;
import io.firn.spark.conf.DeleteGranularity;
import io.firn.spark.convert.MetadataColumns;
import io.firn.spark.wire.DataFileBytes;
import io.firn.spark.wire.WireConf;
import io.firn.table.Table;
import io.firn.types.Schema;
import io.firn.types.SchemaUnion;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.sql.types.StructType;

/** All that a task needs to know to delete rows; goes to the executors with the task. */
final class DeleteTask implements Serializable {
  private static final long serialVersionUID = 1L;

  final String tableName;
  final String tableLocation;
  final HashMap<String, String> tableProperties;
  final boolean usesVectors;
  final boolean byPartition;
  final long targetFileSizeBytes;
  final String queryId;
  final StructType rowIdSchema;
  final StructType metadataSchema;
  private final String allColumns;
  private final int[] specIds;
  private final String[] specFields;
  private final WireConf conf;

  DeleteTask(
      Table table,
      boolean usesVectors,
      DeleteGranularity granularity,
      long targetFileSizeBytes,
      String queryId,
      StructType rowIdSchema,
      StructType metadataSchema,
      WireConf conf) {
    this.tableName = table.name();
    this.tableLocation = table.metadata().location();
    this.tableProperties = new HashMap<>(table.metadata().properties());
    this.usesVectors = usesVectors;
    this.byPartition = granularity == DeleteGranularity.PARTITION;
    this.targetFileSizeBytes = targetFileSizeBytes;
    this.queryId = queryId;
    this.rowIdSchema = rowIdSchema;
    this.metadataSchema = metadataSchema;
    // Old specs may be by columns that the current schema has no more.
    this.allColumns = SchemaJson.write(SchemaUnion.of(table.metadata().schemas()));
    List<PartitionSpec> specs = table.metadata().partitionSpecs();
    this.specIds = specs.stream().mapToInt(PartitionSpec::specId).toArray();
    this.specFields = specs.stream().map(SpecJson::writeFields).toArray(String[]::new);
    this.conf = conf;
  }

  Configuration conf() {
    return conf.value();
  }

  Schema allColumns() {
    return SchemaJson.parse(allColumns);
  }

  List<PartitionSpec> specs() {
    List<PartitionSpec> specs = new ArrayList<>();
    for (int i = 0; i < specIds.length; i++) {
      specs.add(SpecJson.parseFields(specIds[i], specFields[i]));
    }
    return specs;
  }

  /** Reads the spec and partition of a row's file from the row's metadata columns. */
  RowPartitions partitions() {
    return new RowPartitions(metadataSchema, PartitionUnion.of(allColumns(), specs()));
  }

  DataFileBytes.PartitionTypes partitionTypes() {
    return new DataFileBytes.PartitionTypes(allColumns(), specs());
  }

  int fileOrdinal() {
    return rowIdSchema.fieldIndex(MetadataColumns.FILE.name());
  }

  int positionOrdinal() {
    return rowIdSchema.fieldIndex(MetadataColumns.POS.name());
  }
}

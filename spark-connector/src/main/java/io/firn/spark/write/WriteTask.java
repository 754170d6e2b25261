package io.firn.spark.write;

import io.firn.codec.json.SchemaJson;
import io.firn.codec.json.SpecJson;
import io.firn.model.SortField;
import io.firn.model.SortOrder;
import io.firn.model.TableMetadata;
import io.firn.partition.PartitionSpec;
import io.firn.spark.conf.FileSettings;
import io.firn.spark.wire.WireConf;
import io.firn.table.Table;
import io.firn.types.Schema;
import java.io.Serializable;
import java.util.HashMap;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** All that a write task needs to know of the table; goes to the executors with the task. */
public final class WriteTask implements Serializable {
  private static final long serialVersionUID = 1L;

  final String tableName;
  final String tableLocation;
  final HashMap<String, String> tableProperties;
  final String schemaJson;
  final int schemaId;
  final String specFieldsJson;
  final int specId;
  final int sortOrderId;
  final int[] sortedFieldIds;
  final org.apache.spark.sql.types.StructType rowSchema;
  final String queryId;
  final long targetFileSizeBytes;
  final String compressionCodec;
  final int compressionLevel;
  final boolean fanout;
  final WireConf conf;
  final org.apache.spark.sql.types.@Nullable StructType metadataSchema;

  /**
   * {@code metadataSchema} has the metadata columns of rows that a statement moves. With the
   * columns of row lineage among them the files keep it; with those of {@link CarriedRows} the
   * writers tell where carried rows went.
   */
  public WriteTask(
      Table table,
      PartitionSpec spec,
      Optional<SortOrder> sortOrder,
      org.apache.spark.sql.types.StructType rowSchema,
      String queryId,
      FileSettings files,
      boolean fanout,
      WireConf conf,
      Optional<org.apache.spark.sql.types.StructType> metadataSchema) {
    TableMetadata metadata = table.metadata();
    this.tableName = table.name();
    this.tableLocation = metadata.location();
    this.tableProperties = new HashMap<>(metadata.properties());
    this.schemaJson = SchemaJson.write(metadata.schema());
    this.schemaId = metadata.schema().schemaId();
    this.specFieldsJson = SpecJson.writeFields(spec);
    this.specId = spec.specId();
    this.sortOrderId = sortOrder.map(SortOrder::orderId).orElse(-1);
    this.sortedFieldIds =
        sortOrder.stream()
            .flatMap(order -> order.fields().stream())
            .mapToInt(SortField::sourceId)
            .toArray();
    this.rowSchema = rowSchema;
    this.queryId = queryId;
    this.targetFileSizeBytes = files.targetFileSizeBytes();
    this.compressionCodec = files.compressionCodec();
    this.compressionLevel = files.compressionLevel().orElse(Integer.MIN_VALUE);
    this.fanout = fanout;
    this.conf = conf;
    this.metadataSchema = metadataSchema.orElse(null);
  }

  Optional<org.apache.spark.sql.types.StructType> metadataSchema() {
    return Optional.ofNullable(metadataSchema);
  }

  Schema schema() {
    return SchemaJson.parse(schemaJson);
  }

  PartitionSpec spec() {
    return SpecJson.parseFields(specId, specFieldsJson);
  }
}

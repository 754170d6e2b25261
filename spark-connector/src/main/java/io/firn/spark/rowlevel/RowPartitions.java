package io.firn.spark.rowlevel;

import io.firn.partition.PartitionKey;
import io.firn.partition.PartitionUnion;
import io.firn.spark.convert.MetadataColumns;
import io.firn.spark.convert.SparkValues;
import io.firn.types.StructValue;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.types.StructType;

/** Where the data file of a row lies, as its {@code _spec_id} and {@code _partition} say. */
final class RowPartitions {
  private final PartitionUnion union;
  private final int specOrdinal;
  private final int partitionOrdinal;
  private final StructType partitionType;

  RowPartitions(StructType metadataSchema, PartitionUnion union) {
    this.union = union;
    this.specOrdinal = metadataSchema.fieldIndex(MetadataColumns.SPEC_ID.name());
    this.partitionOrdinal = metadataSchema.fieldIndex(MetadataColumns.PARTITION);
    this.partitionType = (StructType) metadataSchema.fields()[partitionOrdinal].dataType();
  }

  PartitionKey of(InternalRow metadata) {
    int specId = metadata.getInt(specOrdinal);
    if (metadata.isNullAt(partitionOrdinal)) {
      return new PartitionKey(specId, StructValue.empty());
    }
    InternalRow row = metadata.getStruct(partitionOrdinal, partitionType.fields().length);
    StructValue tuple = (StructValue) SparkValues.toFirn(union.type(), partitionType, row);
    return new PartitionKey(
        specId, union.partition(specId, java.util.Objects.requireNonNull(tuple)));
  }
}

package io.firn.spark.metadata;

import io.firn.model.TableMetadata;
import io.firn.partition.PartitionSpec;
import io.firn.partition.PartitionUnion;
import io.firn.types.Schema;
import io.firn.types.SchemaUnion;
import java.util.List;

/** What the rows about files depend on. {@code allColumns} has dropped columns too. */
record TableFacts(
    int formatVersion, Schema schema, Schema allColumns, List<PartitionSpec> specs) {

  static TableFacts of(TableMetadata metadata, Schema schema) {
    return new TableFacts(
        metadata.formatVersion(),
        schema,
        SchemaUnion.of(metadata.schemas()),
        metadata.partitionSpecs());
  }

  PartitionUnion partitionUnion() {
    return PartitionUnion.of(allColumns, specs);
  }

  PartitionSpec spec(int specId) {
    return specs.stream()
        .filter(spec -> spec.specId() == specId)
        .findFirst()
        .orElseThrow(() -> new IllegalStateException("No partition spec " + specId));
  }
}

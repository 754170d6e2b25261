package io.firn.spark.read.file;

import io.firn.expr.CaseSensitivity;
import io.firn.expr.Predicate;
import io.firn.partition.PartitionSpec;
import io.firn.partition.PartitionUnion;
import io.firn.types.Schema;
import io.firn.types.StructType;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What all tasks of a scan share on an executor. {@code allColumns} also has the columns that the
 * table dropped, for old partitions and equality deletes. {@code filter} refers to {@code schema}.
 */
record ScanFacts(
    String table,
    Schema schema,
    Schema allColumns,
    List<PartitionSpec> specs,
    PartitionUnion partitionUnion,
    StructType output,
    Optional<Map<Integer, List<String>>> namesById,
    Predicate filter,
    CaseSensitivity caseSensitivity,
    ReaderSettings settings) {

  PartitionSpec spec(int specId) {
    return specs.stream()
        .filter(s -> s.specId() == specId)
        .findFirst()
        .orElseThrow(() -> new IllegalStateException("No partition spec " + specId));
  }
}

package io.firn.spark.metadata;

import java.util.List;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.types.StructType;

/** A small metadata table whose rows are all at hand. */
record MetadataRows<T>(Columns<T> columns, List<T> items) {

  List<InternalRow> rows(StructType required) {
    Columns<T> wanted = columns.only(required.fieldNames());
    return items.stream().map(wanted::row).toList();
  }
}

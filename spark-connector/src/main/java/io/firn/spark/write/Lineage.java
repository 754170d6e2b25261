package io.firn.spark.write;

import io.firn.types.Field;
import io.firn.types.ReservedFields;
import io.firn.types.StructType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.catalyst.expressions.JoinedRow;

/**
 * Row lineage of rows that a statement moves (spec: Row Lineage): the row id goes with the row, and
 * the sequence number of its last update too unless the statement changes the row.
 */
final class Lineage {
  private static final InternalRow NEW_ROW = new GenericInternalRow(new Object[] {null, null});

  private final int rowIdOrdinal;
  private final int sequenceNumberOrdinal;
  private final GenericInternalRow values = new GenericInternalRow(2);
  private final JoinedRow joined = new JoinedRow();

  private Lineage(org.apache.spark.sql.types.StructType metadataSchema) {
    rowIdOrdinal = metadataSchema.fieldIndex(ReservedFields.ROW_ID.name());
    sequenceNumberOrdinal =
        metadataSchema.fieldIndex(ReservedFields.LAST_UPDATED_SEQUENCE_NUMBER.name());
  }

  /** If the metadata columns have those of row lineage. */
  static Optional<Lineage> of(org.apache.spark.sql.types.StructType metadataSchema) {
    return Arrays.asList(metadataSchema.fieldNames()).contains(ReservedFields.ROW_ID.name())
        ? Optional.of(new Lineage(metadataSchema))
        : Optional.empty();
  }

  /** The columns of a file that keeps lineage. */
  static StructType withColumns(StructType rows) {
    List<Field> fields = new ArrayList<>(rows.fields());
    fields.add(ReservedFields.ROW_ID);
    fields.add(ReservedFields.LAST_UPDATED_SEQUENCE_NUMBER);
    return new StructType(fields);
  }

  /** The row with its lineage; valid until the next call. */
  InternalRow carried(InternalRow metadata, InternalRow row) {
    copy(metadata, rowIdOrdinal, 0);
    copy(metadata, sequenceNumberOrdinal, 1);
    return joined.apply(row, values);
  }

  /** A row that did not exist before; it gets its id from the commit. */
  InternalRow inserted(InternalRow row) {
    return joined.apply(row, NEW_ROW);
  }

  private void copy(InternalRow metadata, int from, int to) {
    values.update(to, metadata.isNullAt(from) ? null : (Object) metadata.getLong(from));
  }
}

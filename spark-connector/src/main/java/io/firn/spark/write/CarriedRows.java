package io.firn.spark.write;

import io.firn.rowmap.RowMapPart;
import io.firn.spark.convert.MetadataColumns;
import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.unsafe.types.UTF8String;
import org.jspecify.annotations.Nullable;

/**
 * Where one task puts the rows that a statement carries over unchanged from the files that it
 * replaces. Spark clears {@code _deleted} of the rows that it changes, so a row that still has it
 * is carried. Gives up when there are too many runs.
 */
final class CarriedRows {
  private final int fileOrdinal;
  private final int positionOrdinal;
  private final int deletedOrdinal;
  private final int maxRuns;
  private @Nullable RowMapPart part = new RowMapPart();
  private @Nullable UTF8String file;
  private int source;
  private long position;
  private boolean isCarried;

  private CarriedRows(StructType metadataSchema, int maxRuns) {
    fileOrdinal = metadataSchema.fieldIndex(MetadataColumns.FILE.name());
    positionOrdinal = metadataSchema.fieldIndex(MetadataColumns.POS.name());
    deletedOrdinal = metadataSchema.fieldIndex(MetadataColumns.DELETED.name());
    this.maxRuns = maxRuns;
  }

  /** If the metadata columns tell carried rows and where they come from. */
  static Optional<CarriedRows> of(StructType metadataSchema, int maxRuns) {
    List<String> names = List.of(metadataSchema.fieldNames());
    boolean tells =
        names.contains(MetadataColumns.FILE.name())
            && names.contains(MetadataColumns.POS.name())
            && names.contains(MetadataColumns.DELETED.name());
    return tells ? Optional.of(new CarriedRows(metadataSchema, maxRuns)) : Optional.empty();
  }

  /** The row that is written next has these metadata columns. */
  void next(InternalRow metadata) {
    RowMapPart known = part;
    isCarried = known != null && !metadata.isNullAt(deletedOrdinal);
    if (known != null && isCarried) {
      position = metadata.getLong(positionOrdinal);
      UTF8String from = metadata.getUTF8String(fileOrdinal);
      if (!from.equals(file)) {
        file = from.copy();
        source = known.source(from.toString());
      }
    }
  }

  /** The row that is written next was in no file before. */
  void nextIsNew() {
    isCarried = false;
  }

  /** What the task saw; empty if it gave up. */
  Optional<RowMapPart> part() {
    return Optional.ofNullable(part);
  }

  /** For the files of one partition. */
  Optional<TargetRows> newTargetRows() {
    return part().map(p -> new TargetRows(this, p));
  }

  boolean isCarried() {
    return isCarried;
  }

  int source() {
    return source;
  }

  long position() {
    return position;
  }

  /** Gives up if there are too many runs by now. */
  void checkSize() {
    if (part != null && part.runCount() > maxRuns) {
      part = null;
    }
  }
}

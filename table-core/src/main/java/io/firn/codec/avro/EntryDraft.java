package io.firn.codec.avro;

import io.firn.model.ColumnStats;
import io.firn.model.FileContent;
import io.firn.model.FileFormat;
import io.firn.types.StructValue;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** The parts of one manifest entry while it is decoded; made anew for each entry. */
final class EntryDraft {
  int status = -1;
  OptionalLong snapshotId = OptionalLong.empty();
  OptionalLong sequenceNumber = OptionalLong.empty();
  OptionalLong fileSequenceNumber = OptionalLong.empty();

  int content;
  @Nullable String filePath;
  @Nullable String fileFormat;
  StructValue partition = StructValue.empty();
  long recordCount = -1;
  long fileSizeInBytes = -1;
  Map<Integer, Long> columnSizes = Map.of();
  Map<Integer, Long> valueCounts = Map.of();
  Map<Integer, Long> nullValueCounts = Map.of();
  Map<Integer, Long> nanValueCounts = Map.of();
  Map<Integer, ByteBuffer> lowerBounds = Map.of();
  Map<Integer, ByteBuffer> upperBounds = Map.of();
  Optional<ByteBuffer> keyMetadata = Optional.empty();
  List<Long> splitOffsets = List.of();
  List<Integer> equalityIds = List.of();
  OptionalInt sortOrderId = OptionalInt.empty();
  OptionalLong firstRowId = OptionalLong.empty();
  Optional<String> referencedDataFile = Optional.empty();
  OptionalLong contentOffset = OptionalLong.empty();
  OptionalLong contentSizeInBytes = OptionalLong.empty();

  ColumnStats stats() {
    boolean none =
        columnSizes.isEmpty()
            && valueCounts.isEmpty()
            && nullValueCounts.isEmpty()
            && nanValueCounts.isEmpty()
            && lowerBounds.isEmpty()
            && upperBounds.isEmpty();
    return none
        ? ColumnStats.none()
        : new ColumnStats(
            columnSizes, valueCounts, nullValueCounts, nanValueCounts, lowerBounds, upperBounds);
  }

  Optional<FileContent> fileContent() {
    return switch (content) {
      case 0 -> Optional.of(FileContent.DATA);
      case 1 -> Optional.of(FileContent.POSITION_DELETES);
      case 2 -> Optional.of(FileContent.EQUALITY_DELETES);
      default -> Optional.empty();
    };
  }

  Optional<FileFormat> format() {
    return Optional.ofNullable(fileFormat).flatMap(FileFormat::parse);
  }
}

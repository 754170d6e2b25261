package io.firn.codec.avro;

import io.firn.error.CorruptFileException;
import io.firn.io.InputFile;
import io.firn.rowmap.RowMap;
import io.firn.rowmap.SourceFile;
import io.firn.rowmap.SourceFileBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reads row map files. */
public final class RowMapReader {
  private RowMapReader() {}

  /**
   * Reads a whole map and checks it.
   *
   * @throws CorruptFileException if it is damaged or not sound
   * @throws io.firn.error.MissingFileException if there is no such file
   * @throws io.firn.error.UnsupportedFeatureException if a later version of Firn wrote it
   */
  public static RowMap read(InputFile file) {
    try (AvroFileReader reader = AvroFileReader.open(file)) {
      RowMapHeader header = RowMapHeader.parse(reader.location(), reader.header());
      if (!reader.schema().equals(RowMapSchema.SOURCE_FILE)) {
        throw new CorruptFileException(
            reader.location(), 0, "a row map with the schema " + reader.schema());
      }
      List<SourceFile> sources = new ArrayList<>();
      for (Optional<AvroBytes> next = reader.nextBlock();
          next.isPresent();
          next = reader.nextBlock()) {
        AvroBytes block = next.get();
        for (long i = 0; i < reader.itemsInBlock(); i++) {
          sources.add(readSource(block));
        }
        if (block.remaining() > 0) {
          throw block.corrupt("the block is longer than its records");
        }
      }
      return toMap(reader, header, sources);
    }
  }

  private static RowMap toMap(
      AvroFileReader reader, RowMapHeader header, List<SourceFile> sources) {
    if (sources.size() != header.sourceCount()) {
      throw new CorruptFileException(
          reader.location(),
          reader.position(),
          "the map has "
              + sources.size()
              + " sources, but was written with "
              + header.sourceCount());
    }
    try {
      return new RowMap(header.kind(), header.baseSnapshotId(), header.targets(), sources);
    } catch (IllegalArgumentException e) {
      throw new CorruptFileException(reader.location(), -1, String.valueOf(e.getMessage()), e);
    }
  }

  private static SourceFile readSource(AvroBytes in) {
    String path = in.readString();
    try {
      SourceFileBuilder source = new SourceFileBuilder(path, in.readLong());
      for (int segments = in.readItemCount(); segments > 0; segments = in.readItemCount()) {
        for (int i = 0; i < segments; i++) {
          readSegment(in, source);
        }
      }
      return source.build();
    } catch (IllegalArgumentException e) {
      throw in.corrupt(String.valueOf(e.getMessage()));
    }
  }

  private static void readSegment(AvroBytes in, SourceFileBuilder source) {
    int target = in.readInt();
    long targetStart = in.readLong();
    boolean first = true;
    for (int runs = in.readItemCount(); runs > 0; runs = in.readItemCount()) {
      for (int i = 0; i < runs; i++) {
        long skip = in.readLong();
        long length = in.readLong();
        if (first) {
          source.run(target, targetStart, skip, length);
          first = false;
        } else {
          source.continuedRun(skip, length);
        }
      }
    }
    if (first) {
      throw in.corrupt("a segment without runs");
    }
  }
}

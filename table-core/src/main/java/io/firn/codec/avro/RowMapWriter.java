package io.firn.codec.avro;

import io.firn.io.OutputFile;
import io.firn.rowmap.RowMap;
import io.firn.rowmap.SourceFile;
import java.io.IOException;
import java.util.OptionalInt;
import org.apache.avro.Schema;
import org.apache.avro.io.DatumWriter;
import org.apache.avro.io.Encoder;

/** Writes row map files. */
public final class RowMapWriter {
  private static final AvroCompression COMPRESSION =
      new AvroCompression(AvroCompression.Codec.ZSTD, OptionalInt.of(9));

  private RowMapWriter() {}

  /** Writes the whole map; returns the file's length in bytes. */
  public static long write(OutputFile file, RowMap map) {
    try (AvroFileWriter<SourceFile> writer =
        new AvroFileWriter<>(
            file,
            RowMapSchema.SOURCE_FILE,
            new SourceEncoder(),
            RowMapHeader.of(map).toEntries(),
            COMPRESSION)) {
      map.sources().forEach(writer::write);
      writer.close();
      return writer.length();
    }
  }

  /** Writes in the field order of {@link RowMapSchema}. */
  private static final class SourceEncoder implements DatumWriter<SourceFile> {

    @Override
    public void setSchema(Schema schema) {
      // The schema is the one of RowMapSchema, which this class is written for.
    }

    @Override
    public void write(SourceFile source, Encoder out) throws IOException {
      out.writeString(source.path());
      out.writeLong(source.recordCount());
      out.writeArrayStart();
      out.setItemCount(source.segmentCount());
      for (int i = 0; i < source.segmentCount(); i++) {
        out.startItem();
        out.writeInt(source.segmentTarget(i));
        out.writeLong(source.segmentTargetStart(i));
        writeRuns(source, i, out);
      }
      out.writeArrayEnd();
    }

    private static void writeRuns(SourceFile source, int segment, Encoder out) throws IOException {
      int first = source.segmentFirstRun(segment);
      int end = source.segmentFirstRun(segment + 1);
      out.writeArrayStart();
      out.setItemCount(end - first);
      for (int run = first; run < end; run++) {
        out.startItem();
        out.writeLong(source.runSkip(run));
        out.writeLong(source.runLength(run));
      }
      out.writeArrayEnd();
    }
  }
}

package io.firn.codec.parquet;

import io.firn.io.InputFile;
import java.io.IOException;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import org.apache.parquet.ParquetReadOptions;
import org.apache.parquet.column.page.PageReadStore;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.filter2.compat.FilterCompat;
import org.apache.parquet.filter2.predicate.FilterPredicate;
import org.apache.parquet.hadoop.CodecFactory;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.metadata.ColumnChunkMetaData;
import org.apache.parquet.hadoop.metadata.ColumnPath;
import org.apache.parquet.hadoop.metadata.ParquetMetadata;
import org.apache.parquet.io.SeekableInputStream;
import org.apache.parquet.schema.MessageType;

/**
 * The row groups of one file, one after the other, through one stream. Pages are checked against
 * their checksums, where the file has them.
 */
final class ParquetRowGroups implements AutoCloseable {
  private final String location;
  private final ParquetMetadata footer;
  private final MessageType columns;
  private final ParquetFileReader reader;

  private ParquetRowGroups(
      String location, ParquetMetadata footer, MessageType columns, ParquetFileReader reader) {
    this.location = location;
    this.footer = footer;
    this.columns = columns;
    this.reader = reader;
  }

  /** What to read, decided when the footer is known. */
  interface Request {
    MessageType columns(MessageType fileSchema);

    /** Row groups and pages without any matching row are left out. */
    Optional<FilterPredicate> filter(MessageType fileSchema);
  }

  static ParquetRowGroups open(InputFile file, Request request) {
    SeekableInputStream in = new ParquetInput(file).newStream();
    boolean opened = false;
    try {
      ParquetMetadata footer = ParquetFooter.read(file, in);
      MessageType fileSchema = footer.getFileMetaData().getSchema();
      MessageType columns = request.columns(fileSchema);
      ParquetFileReader reader =
          ParquetFileReader.open(
              new ParquetInput(file), footer, options(footer, request.filter(fileSchema)), in);
      reader.setRequestedSchema(columns);
      opened = true;
      return new ParquetRowGroups(file.location(), footer, columns, reader);
    } catch (IOException | RuntimeException e) {
      throw ParquetErrors.reading(file.location(), e);
    } finally {
      if (!opened) {
        closeAfterFailure(in);
      }
    }
  }

  private static ParquetReadOptions options(
      ParquetMetadata footer, Optional<FilterPredicate> filter) {
    PlainParquetConfiguration conf = new PlainParquetConfiguration();
    long largestPage =
        footer.getBlocks().stream()
            .flatMap(block -> block.getColumns().stream())
            .mapToLong(ColumnChunkMetaData::getTotalUncompressedSize)
            .max()
            .orElse(0);
    ParquetReadOptions.Builder options =
        new ParquetReadOptions.Builder(conf)
            .withCodecFactory(new CheckedCodecs(new CodecFactory(conf, 0), largestPage))
            .usePageChecksumVerification(true);
    filter.ifPresent(predicate -> options.withRecordFilter(FilterCompat.get(predicate)));
    return options.build();
  }

  MessageType fileSchema() {
    return footer.getFileMetaData().getSchema();
  }

  /** The writer of the file, as its footer names it. */
  String createdBy() {
    return footer.getFileMetaData().getCreatedBy();
  }

  /** Size of the requested columns of all row groups, in bytes. */
  long compressedBytes() {
    Set<ColumnPath> requested = new HashSet<>();
    columns.getColumns().forEach(c -> requested.add(ColumnPath.get(c.getPath())));
    return footer.getBlocks().stream()
        .flatMap(block -> block.getColumns().stream())
        .filter(chunk -> requested.contains(chunk.getPath()))
        .mapToLong(ColumnChunkMetaData::getTotalSize)
        .sum();
  }

  String location() {
    return location;
  }

  /** The pages of the next row group that may have matching rows; empty at the end. */
  Optional<PageReadStore> next() {
    try {
      return Optional.ofNullable(reader.readNextFilteredRowGroup()).map(CheckedPages::new);
    } catch (IOException | RuntimeException e) {
      throw ParquetErrors.reading(location, e);
    }
  }

  private static void closeAfterFailure(SeekableInputStream in) {
    try {
      in.close();
    } catch (IOException ignored) {
      // The failure that made the reader give up is the one to report.
    }
  }

  @Override
  public void close() {
    try {
      reader.close();
    } catch (IOException e) {
      throw ParquetErrors.reading(location, e);
    }
  }
}

package io.firn.race;

import io.firn.codec.json.MetadataJson;
import io.firn.io.memory.MemoryStorage;
import io.firn.model.TableMetadata;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.iceberg.BaseTable;
import org.apache.iceberg.StaticTableOperations;
import org.apache.iceberg.Table;
import org.apache.iceberg.data.IcebergGenerics;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.inmemory.InMemoryInputFile;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.io.FileIO;
import org.apache.iceberg.io.InputFile;
import org.apache.iceberg.io.OutputFile;

/** The rows of a race's table as Apache Iceberg's own library reads them. */
final class IcebergRows {
  private static final String METADATA = "memory:/iceberg/v1.metadata.json";

  private final Table table;

  private IcebergRows(MemoryStorage storage, TableMetadata metadata) {
    Files files = new Files(storage, MetadataJson.write(metadata));
    this.table = new BaseTable(new StaticTableOperations(METADATA, files), "lake.race");
  }

  /** Iceberg's own files in memory are one map for the process, which other races write to. */
  private record Files(MemoryStorage storage, byte[] metadata) implements FileIO {

    @Override
    public InputFile newInputFile(String path) {
      return new InMemoryInputFile(
          path, path.equals(METADATA) ? metadata : storage.newInputFile(path).readAll());
    }

    @Override
    public OutputFile newOutputFile(String path) {
      throw new UnsupportedOperationException("Only read: " + path);
    }

    @Override
    public void deleteFile(String path) {
      throw new UnsupportedOperationException("Only read: " + path);
    }
  }

  static List<Row> read(MemoryStorage storage, TableMetadata metadata, String branch) {
    return new IcebergRows(storage, metadata).read(branch);
  }

  private List<Row> read(String branch) {
    List<Row> rows = new ArrayList<>();
    try (CloseableIterable<Record> records =
        IcebergGenerics.read(table).useSnapshot(table.refs().get(branch).snapshotId()).build()) {
      for (Record record : records) {
        // Columns may have other names by now.
        rows.add(new Row(value(record, 1), value(record, 2), value(record, 3)));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return rows;
  }

  private static long value(Record record, int fieldId) {
    return (Long) record.getField(record.struct().field(fieldId).name());
  }
}

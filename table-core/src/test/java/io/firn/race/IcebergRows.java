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
import org.apache.iceberg.inmemory.InMemoryFileIO;
import org.apache.iceberg.io.CloseableIterable;

/** The rows of a race's table as Apache Iceberg's own library reads them. */
final class IcebergRows {
  private static final String METADATA = "memory:/iceberg/v1.metadata.json";

  private final InMemoryFileIO io = new InMemoryFileIO();
  private final Table table;

  private IcebergRows(MemoryStorage storage, TableMetadata metadata) {
    storage
        .list("memory:")
        .forEach(
            file -> io.addFile(file.location(), storage.newInputFile(file.location()).readAll()));
    io.addFile(METADATA, MetadataJson.write(metadata));
    this.table = new BaseTable(new StaticTableOperations(METADATA, io), "lake.race");
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

package io.firn.spark.read;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.conf.Configuration;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.DeleteFile;
import org.apache.iceberg.HasTableOperations;
import org.apache.iceberg.PartitionKey;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.RowDelta;
import org.apache.iceberg.Schema;
import org.apache.iceberg.StructLike;
import org.apache.iceberg.Table;
import org.apache.iceberg.data.GenericRecord;
import org.apache.iceberg.data.IcebergGenerics;
import org.apache.iceberg.data.InternalRecordWrapper;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.data.parquet.GenericParquetWriter;
import org.apache.iceberg.deletes.BaseDVFileWriter;
import org.apache.iceberg.deletes.EqualityDeleteWriter;
import org.apache.iceberg.deletes.PositionDelete;
import org.apache.iceberg.deletes.PositionDeleteWriter;
import org.apache.iceberg.hadoop.HadoopTables;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.io.DataWriter;
import org.apache.iceberg.io.OutputFileFactory;
import org.apache.iceberg.parquet.Parquet;

/** A table that Apache Iceberg's own library writes, and reads to compare. */
public final class OracleTable {
  private static final AtomicInteger NUMBER = new AtomicInteger();

  private final Table table;
  private final String name;
  private final OutputFileFactory files;
  private final Map<String, String> parquet;

  private OracleTable(Table table, String name, Map<String, String> parquet) {
    this.table = table;
    this.name = name;
    this.parquet = parquet;
    this.files = OutputFileFactory.builderFor(table, 1, 1).build();
  }

  public static OracleTable create(
      Path directory, Schema schema, PartitionSpec spec, int formatVersion) {
    return create(directory, schema, spec, formatVersion, Map.of());
  }

  /** Properties are those of the table and, where the library's writer knows them, of its files. */
  public static OracleTable create(
      Path directory,
      Schema schema,
      PartitionSpec spec,
      int formatVersion,
      Map<String, String> properties) {
    String name = "t" + NUMBER.incrementAndGet();
    Map<String, String> all = new LinkedHashMap<>(properties);
    all.put("format-version", Integer.toString(formatVersion));
    Table table =
        new HadoopTables(new Configuration())
            .create(schema, spec, all, directory.resolve(name).toUri().getPath());
    ReadCatalog.register(
        name,
        () -> {
          table.refresh();
          return ((HasTableOperations) table).operations().current().metadataFileLocation();
        });
    return new OracleTable(table, name, properties);
  }

  public Table table() {
    return table;
  }

  /** The name in Spark SQL. */
  public String sql() {
    return "oracle." + name;
  }

  /** The name in the test catalog. */
  public String name() {
    return name;
  }

  public Schema schema() {
    return table.schema();
  }

  /** A row of the current schema. */
  public Record row(Object... values) {
    return row(table.schema(), values);
  }

  public static Record row(Schema schema, Object... values) {
    GenericRecord record = GenericRecord.create(schema);
    for (int i = 0; i < values.length; i++) {
      record.set(i, values[i]);
    }
    return record;
  }

  /** Appends one file a partition, in one commit. */
  public List<DataFile> append(Record... rows) {
    return append(List.of(rows));
  }

  public List<DataFile> append(List<Record> rows) {
    List<DataFile> written = write(rows);
    var append = table.newAppend();
    written.forEach(append::appendFile);
    append.commit();
    return written;
  }

  /** Writes one file a partition. */
  public List<DataFile> write(List<Record> rows) {
    PartitionSpec spec = table.spec();
    Map<String, List<Record>> byPartition = new LinkedHashMap<>();
    Map<String, StructLike> keys = new LinkedHashMap<>();
    InternalRecordWrapper wrapper = new InternalRecordWrapper(table.schema().asStruct());
    for (Record row : rows) {
      PartitionKey key = new PartitionKey(spec, table.schema());
      key.partition(wrapper.wrap(row));
      byPartition.computeIfAbsent(key.toString(), k -> new ArrayList<>()).add(row);
      keys.putIfAbsent(key.toString(), key.copy());
    }
    List<DataFile> written = new ArrayList<>();
    byPartition.forEach((key, part) -> written.add(writeFile(part, keys.get(key))));
    return written;
  }

  private DataFile writeFile(List<Record> rows, StructLike partition) {
    PartitionSpec spec = table.spec();
    var output =
        spec.isUnpartitioned() ? files.newOutputFile() : files.newOutputFile(spec, partition);
    try {
      DataWriter<Record> writer =
          Parquet.writeData(output)
              .forTable(table)
              .setAll(parquet)
              .withPartition(spec.isUnpartitioned() ? null : partition)
              .createWriterFunc(GenericParquetWriter::create)
              .build();
      try (writer) {
        rows.forEach(writer::write);
      }
      return writer.toDataFile();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Deletes positions of one file: a deletion vector in a v3 table, else a delete file. */
  public DeleteFile deletePositions(DataFile file, long... positions) {
    DeleteFile delete = version() >= 3 ? vector(file, positions) : positionFile(file, positions);
    table.newRowDelta().addDeletes(delete).commit();
    return delete;
  }

  private int version() {
    return ((HasTableOperations) table).operations().current().formatVersion();
  }

  private DeleteFile vector(DataFile file, long... positions) {
    BaseDVFileWriter writer =
        new BaseDVFileWriter(
            OutputFileFactory.builderFor(table, 1, 1)
                .format(org.apache.iceberg.FileFormat.PUFFIN)
                .build(),
            path -> null);
    try (writer) {
      for (long position : positions) {
        writer.delete(
            file.location(), position, table.specs().get(file.specId()), file.partition());
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return writer.result().deleteFiles().get(0);
  }

  private DeleteFile positionFile(DataFile file, long... positions) {
    return positionFile(Map.of(file.location(), positions), file);
  }

  /** A delete file that names many data files of one partition. */
  public DeleteFile positionFile(Map<String, long[]> positions, DataFile like) {
    PartitionSpec spec = table.specs().get(like.specId());
    var output =
        spec.isUnpartitioned()
            ? files.newOutputFile()
            : files.newOutputFile(spec, like.partition());
    try {
      PositionDeleteWriter<Record> writer =
          Parquet.writeDeletes(output)
              .forTable(table)
              .withSpec(spec)
              .withPartition(spec.isUnpartitioned() ? null : like.partition())
              .rowSchema(null)
              .overwrite()
              .buildPositionWriter();
      try (writer) {
        for (String path : new java.util.TreeSet<>(positions.keySet())) {
          for (long position : positions.get(path)) {
            writer.write(PositionDelete.<Record>create().set(path, position));
          }
        }
      }
      return writer.toDeleteFile();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Commits delete files. */
  public void commit(DeleteFile... deletes) {
    RowDelta delta = table.newRowDelta();
    for (DeleteFile delete : deletes) {
      delta.addDeletes(delete);
    }
    delta.commit();
  }

  /** Deletes rows that equal one of these in the named columns; the spec is unpartitioned. */
  public DeleteFile deleteEqual(List<String> columns, Record... keys) {
    Schema keySchema = table.schema().select(columns);
    int[] ids = columns.stream().mapToInt(c -> table.schema().findField(c).fieldId()).toArray();
    try {
      EqualityDeleteWriter<Record> writer =
          Parquet.writeDeletes(files.newOutputFile())
              .forTable(table)
              .rowSchema(keySchema)
              .withSpec(PartitionSpec.unpartitioned())
              .createWriterFunc(GenericParquetWriter::create)
              .equalityFieldIds(ids)
              .overwrite()
              .buildEqualityWriter();
      try (writer) {
        for (Record key : keys) {
          writer.write(key);
        }
      }
      DeleteFile delete = writer.toDeleteFile();
      table.newRowDelta().addDeletes(delete).commit();
      return delete;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * The rows as Iceberg's own reader sees them, as sorted text. It leaves columns that it needed
   * for deletes at the end of its rows.
   */
  public List<String> expected() {
    List<String> rows = new ArrayList<>();
    int columns = table.schema().columns().size();
    try (CloseableIterable<Record> records = IcebergGenerics.read(table).build()) {
      for (Record record : records) {
        List<String> row = new ArrayList<>();
        for (int i = 0; i < columns; i++) {
          row.add(Canonical.text(record.get(i)));
        }
        rows.add(row.toString());
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    rows.sort(null);
    return rows;
  }
}

package io.firn.spark.metadata;

import io.firn.codec.parquet.FileRow;
import io.firn.codec.parquet.ParquetRows;
import io.firn.codec.parquet.RowRequest;
import io.firn.codec.puffin.DeletionVectorFile;
import io.firn.deletes.PositionSet;
import io.firn.error.UnsupportedFeatureException;
import io.firn.io.Storage;
import io.firn.io.hadoop.HadoopStorage;
import io.firn.model.DataFile;
import io.firn.model.FileFormat;
import io.firn.spark.metadata.PositionDeleteColumns.Deleted;
import io.firn.spark.wire.WireConf;
import io.firn.types.Field;
import io.firn.types.ReservedFields;
import io.firn.types.Schema;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.stream.LongStream;
import java.util.stream.StreamSupport;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.connector.read.InputPartition;
import org.apache.spark.sql.connector.read.PartitionReader;
import org.apache.spark.sql.connector.read.PartitionReaderFactory;

/** Reads the rows of {@code position_deletes}, one delete file or vector at a time. */
final class PositionDeletesReaderFactory implements PartitionReaderFactory {
  private static final long serialVersionUID = 1L;

  private final WireConf conf;
  private final WireTable table;
  private final String[] columns;

  PositionDeletesReaderFactory(WireConf conf, WireTable table, String[] columns) {
    this.conf = conf;
    this.table = table;
    this.columns = columns;
  }

  @Override
  public PartitionReader<InternalRow> createReader(InputPartition partition) {
    TableFacts facts = table.facts();
    DataFile file = ((PositionDeletesPartition) partition).file(facts);
    Columns<Deleted> wanted = PositionDeleteColumns.of(facts).only(columns);
    Storage storage = new HadoopStorage(conf.value());
    if (file.isDeletionVector()) {
      return new RowsReader(vector(storage, file, wanted), () -> {});
    }
    if (file.fileFormat() != FileFormat.PARQUET) {
      throw new UnsupportedFeatureException(
          "Cannot read the delete file "
              + file.filePath()
              + ": "
              + file.fileFormat()
              + " files are not supported");
    }
    ParquetRows rows =
        ParquetRows.open(
            storage.newInputFile(file.filePath(), file.fileSizeInBytes()),
            RowRequest.of(fileSchema(facts)));
    Iterator<InternalRow> deleted =
        StreamSupport.stream(rows.spliterator(), false)
            .map(FileRow::values)
            .map(
                row ->
                    new Deleted(
                        file,
                        (String) Objects.requireNonNull(row.at(0)),
                        (Long) Objects.requireNonNull(row.at(1)),
                        row.size() > 2 ? row.at(2) : null))
            .map(wanted::row)
            .iterator();
    return new RowsReader(deleted, rows::close);
  }

  private static Iterator<InternalRow> vector(
      Storage storage, DataFile file, Columns<Deleted> wanted) {
    PositionSet positions = DeletionVectorFile.read(storage, file);
    String dataFile = file.referencedDataFile().orElseThrow();
    return LongStream.of(positions.toArray())
        .mapToObj(position -> wanted.row(new Deleted(file, dataFile, position, null)))
        .iterator();
  }

  private Schema fileSchema(TableFacts facts) {
    List<Field> fields = new ArrayList<>();
    fields.add(ReservedFields.DELETE_FILE_PATH);
    fields.add(ReservedFields.DELETE_FILE_POS);
    if (Arrays.asList(columns).contains(PositionDeleteColumns.ROW)) {
      fields.add(
          Field.optional(
              ReservedFields.DELETE_FILE_ROW_ID,
              PositionDeleteColumns.ROW,
              facts.schema().struct()));
    }
    return new Schema(0, fields);
  }
}

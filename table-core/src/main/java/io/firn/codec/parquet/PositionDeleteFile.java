package io.firn.codec.parquet;

import io.firn.deletes.PositionSet;
import io.firn.error.CorruptFileException;
import io.firn.error.UnsupportedFeatureException;
import io.firn.io.InputFile;
import io.firn.io.Storage;
import io.firn.model.DataFile;
import io.firn.model.FileContent;
import io.firn.model.FileFormat;
import io.firn.types.Field;
import io.firn.types.ReservedFields;
import io.firn.types.Schema;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.column.ColumnReadStore;
import org.apache.parquet.column.impl.ColumnReadStoreImpl;
import org.apache.parquet.column.page.PageReadStore;
import org.apache.parquet.filter2.predicate.FilterApi;
import org.apache.parquet.filter2.predicate.FilterPredicate;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.io.api.Converter;
import org.apache.parquet.io.api.GroupConverter;
import org.apache.parquet.io.api.PrimitiveConverter;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.Type;
import org.jspecify.annotations.Nullable;

/**
 * Reads position delete files (spec: Position Delete Files), the rows that some keep left aside.
 */
public final class PositionDeleteFile {
  static final Schema SCHEMA =
      Schema.of(ReservedFields.DELETE_FILE_PATH, ReservedFields.DELETE_FILE_POS);

  /** Column readers ask for one, and values are taken from them directly. */
  private static final GroupConverter NO_CONVERTERS =
      new GroupConverter() {
        @Override
        public Converter getConverter(int index) {
          return new PrimitiveConverter() {};
        }

        @Override
        public void start() {}

        @Override
        public void end() {}
      };

  private PositionDeleteFile() {}

  /** The deletes of every data file, by its path. */
  public static Map<String, PositionSet> readAll(InputFile file) {
    return read(file, Optional.empty());
  }

  /** As {@link #readAll(InputFile)}, for a file of a manifest. */
  public static Map<String, PositionSet> readAll(Storage storage, DataFile deleteFile) {
    return readAll(input(storage, deleteFile));
  }

  /**
   * The deletes of one data file. Row groups and pages without any of its rows are not read, which
   * the file's order makes most of them.
   */
  public static PositionSet read(InputFile file, String dataFile) {
    return read(file, Optional.of(dataFile)).getOrDefault(dataFile, new PositionSet());
  }

  /** As {@link #read(InputFile, String)}, for a file of a manifest. */
  public static PositionSet read(Storage storage, DataFile deleteFile, String dataFile) {
    return read(input(storage, deleteFile), dataFile);
  }

  private static InputFile input(Storage storage, DataFile deleteFile) {
    if (deleteFile.content() != FileContent.POSITION_DELETES) {
      throw new IllegalArgumentException(deleteFile.filePath() + " holds no position deletes");
    }
    if (deleteFile.fileFormat() != FileFormat.PARQUET) {
      throw new UnsupportedFeatureException(
          "Cannot read the position delete file "
              + deleteFile.filePath()
              + ": the format "
              + deleteFile.fileFormat().text()
              + " is not supported");
    }
    return storage.newInputFile(deleteFile.filePath(), deleteFile.fileSizeInBytes());
  }

  private static Map<String, PositionSet> read(InputFile file, Optional<String> onlyDataFile) {
    Map<String, PositionSet> deletes = new HashMap<>();
    Request request = new Request(file.location(), onlyDataFile);
    try (ParquetRowGroups rowGroups = ParquetRowGroups.open(file, request)) {
      PositionDeleteRows rows = new PositionDeleteRows(deletes, onlyDataFile);
      for (Optional<PageReadStore> next = rowGroups.next();
          next.isPresent();
          next = rowGroups.next()) {
        try {
          read(next.get(), request.columns(rowGroups.fileSchema()), rowGroups, rows);
        } catch (RuntimeException e) {
          throw ParquetErrors.reading(file.location(), e);
        }
      }
    }
    return deletes;
  }

  private static void read(
      PageReadStore pages,
      MessageType columns,
      ParquetRowGroups rowGroups,
      PositionDeleteRows rows) {
    ColumnDescriptor path = columns.getColumns().get(0);
    ColumnDescriptor position = columns.getColumns().get(1);
    ColumnReadStore store =
        new ColumnReadStoreImpl(pages, NO_CONVERTERS, columns, rowGroups.createdBy());
    rows.read(
        RequiredPages.of(pages, path)
            .<Paths>map(Paths.OfPages::new)
            .orElseGet(() -> new Paths.OfColumn(store.getColumnReader(path))),
        RequiredPages.of(pages, position)
            .<Positions>map(Positions.OfPages::new)
            .orElseGet(() -> new Positions.OfColumn(store.getColumnReader(position))),
        pages.getRowCount());
  }

  private record Request(String location, Optional<String> onlyDataFile)
      implements ParquetRowGroups.Request {

    @Override
    public MessageType columns(MessageType fileSchema) {
      Type path = column(fileSchema, ReservedFields.DELETE_FILE_PATH);
      Type pos = column(fileSchema, ReservedFields.DELETE_FILE_POS);
      if (!isValue(path) || !isValue(pos)) {
        throw new CorruptFileException(location, -1, "position deletes that are no plain columns");
      }
      return new MessageType(fileSchema.getName(), path, pos);
    }

    private static boolean isValue(Type column) {
      return column.isPrimitive() && !column.isRepetition(Type.Repetition.REPEATED);
    }

    /** By id, or by the spec's name in a file without ids. */
    private Type column(MessageType fileSchema, Field wanted) {
      @Nullable Type named = null;
      for (Type column : fileSchema.getFields()) {
        if (column.getId() != null && column.getId().intValue() == wanted.id()) {
          return column;
        }
        if (column.getId() == null && column.getName().equals(wanted.name())) {
          named = column;
        }
      }
      if (named == null) {
        throw new CorruptFileException(
            location, -1, "a position delete file without column " + wanted.name());
      }
      return named;
    }

    @Override
    public Optional<FilterPredicate> filter(MessageType fileSchema) {
      String path = column(fileSchema, ReservedFields.DELETE_FILE_PATH).getName();
      return onlyDataFile.map(
          dataFile -> FilterApi.eq(FilterApi.binaryColumn(path), Binary.fromString(dataFile)));
    }
  }
}

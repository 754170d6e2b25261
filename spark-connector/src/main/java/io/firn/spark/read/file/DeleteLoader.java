package io.firn.spark.read.file;

import io.firn.codec.parquet.FileRow;
import io.firn.codec.parquet.ParquetRows;
import io.firn.codec.parquet.PositionDeleteFile;
import io.firn.codec.parquet.RowRequest;
import io.firn.codec.puffin.DeletionVectorFile;
import io.firn.deletes.PositionSet;
import io.firn.error.UnsupportedFeatureException;
import io.firn.io.InputFile;
import io.firn.io.Storage;
import io.firn.model.DataFile;
import io.firn.model.FileFormat;
import io.firn.spark.conf.DeleteCache;
import io.firn.types.Field;
import io.firn.types.Schema;
import io.firn.types.StructType;
import io.firn.types.StructValue;
import io.firn.types.Type;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Reads delete files, each once an executor as long as the cache holds it. Thread-safe. */
final class DeleteLoader {
  private static final long BYTES_A_POSITION = 4;
  private static final long BYTES_A_KEY = 96;

  private final Storage storage;
  private final Schema allColumns;
  private final BoundedCache<Map<String, PositionSet>> positions;
  private final BoundedCache<EqualityDeletes> equality;

  DeleteLoader(Storage storage, Schema allColumns, DeleteCache cache) {
    this.storage = storage;
    this.allColumns = allColumns;
    this.positions = new BoundedCache<>(cache, DeleteLoader::weight);
    this.equality = new BoundedCache<>(cache, deletes -> deletes.size() * BYTES_A_KEY);
  }

  /** The positions of a data file that are deleted; must not be changed. */
  Optional<PositionSet> positions(List<DataFile> deletes, String dataFile) {
    Optional<PositionSet> first = Optional.empty();
    List<PositionSet> more = new ArrayList<>();
    for (DataFile delete : deletes) {
      Optional<PositionSet> set = positions(delete, dataFile);
      if (set.isPresent() && first.isEmpty()) {
        first = set;
      } else {
        set.ifPresent(more::add);
      }
    }
    if (first.isEmpty() || more.isEmpty()) {
      return first;
    }
    PositionSet union = new PositionSet();
    union.addAll(first.get());
    more.forEach(union::addAll);
    return Optional.of(union);
  }

  private Optional<PositionSet> positions(DataFile delete, String dataFile) {
    if (delete.isDeletionVector()) {
      return Optional.of(DeletionVectorFile.read(storage, delete));
    }
    Map<String, PositionSet> byFile =
        positions.get(delete.filePath(), () -> PositionDeleteFile.readAll(storage, delete));
    return Optional.ofNullable(byFile.get(dataFile));
  }

  private static long weight(Map<String, PositionSet> byFile) {
    return byFile.values().stream().mapToLong(PositionSet::cardinality).sum() * BYTES_A_POSITION;
  }

  /** Equality deletes of one set of columns. */
  record EqualityGroup(List<Integer> fieldIds, EqualityDeletes deletes) {}

  /** Equality deletes, one group a set of columns. */
  List<EqualityGroup> equality(List<DataFile> deletes) {
    Map<List<Integer>, List<DataFile>> byColumns = new LinkedHashMap<>();
    for (DataFile delete : deletes) {
      List<Integer> ids = List.copyOf(new TreeSet<>(delete.equalityIds()));
      byColumns.computeIfAbsent(ids, k -> new ArrayList<>()).add(delete);
    }
    List<EqualityGroup> groups = new ArrayList<>();
    byColumns.forEach((ids, files) -> groups.add(new EqualityGroup(ids, load(ids, files))));
    return groups;
  }

  private EqualityDeletes load(List<Integer> fieldIds, List<DataFile> files) {
    StringBuilder key = new StringBuilder(fieldIds.toString());
    files.forEach(file -> key.append('\n').append(file.filePath()));
    return equality.get(key.toString(), () -> read(fieldIds, files));
  }

  private EqualityDeletes read(List<Integer> fieldIds, List<DataFile> files) {
    List<Field> columns =
        List.copyOf(new ReadColumns(new StructType(List.of()), allColumns, fieldIds).fields());
    List<List<Field>> paths =
        fieldIds.stream().map(id -> ReadColumns.path(allColumns, id)).toList();
    EqualityDeletes deletes =
        new EqualityDeletes(
            paths.stream().map(path -> new KeyColumn(path.get(path.size() - 1).type())).toList());
    for (DataFile file : files) {
      if (file.fileFormat() != FileFormat.PARQUET) {
        throw new UnsupportedFeatureException(
            "Cannot read the equality delete file "
                + file.filePath()
                + ": the format "
                + file.fileFormat().text()
                + " is not supported");
      }
      InputFile input = storage.newInputFile(file.filePath(), file.fileSizeInBytes());
      try (ParquetRows rows = ParquetRows.open(input, RowRequest.of(new Schema(0, columns)))) {
        for (FileRow row : rows) {
          @Nullable Object[] key = new Object[paths.size()];
          for (int i = 0; i < key.length; i++) {
            key[i] = valueAt(columns, row.values(), paths.get(i));
          }
          deletes.add(key);
        }
      }
    }
    return deletes;
  }

  private static @Nullable Object valueAt(List<Field> columns, StructValue row, List<Field> path) {
    List<Field> fields = columns;
    Object value = row;
    for (Field step : path) {
      if (value == null) {
        return null;
      }
      int position = FileProjection.ordinal(fields, step.id());
      value = ((StructValue) value).at(position);
      Type type = fields.get(position).type();
      fields = type instanceof StructType struct ? struct.fields() : List.of();
    }
    return value;
  }
}

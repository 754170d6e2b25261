package io.firn.spark.read.file;

import io.firn.deletes.PositionSet;
import io.firn.model.DataFile;
import io.firn.types.Field;
import io.firn.types.Schema;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.spark.sql.vectorized.ColumnVector;
import org.jspecify.annotations.Nullable;

/** Delete files of one data file; positions are read when somebody needs them. */
final class AppliedDeletes {
  private final DeleteLoader loader;
  private final List<DataFile> positionDeletes;
  private final String dataFile;
  private final List<Keys> keys = new ArrayList<>();
  private @Nullable Optional<PositionSet> positions;

  /** {@code allColumns} has all key columns, also those that the table dropped. */
  AppliedDeletes(
      DeleteLoader loader,
      Schema allColumns,
      List<DataFile> positionDeletes,
      List<DataFile> equalityDeletes,
      String dataFile) {
    this.loader = loader;
    this.positionDeletes = positionDeletes;
    this.dataFile = dataFile;
    for (DeleteLoader.EqualityGroup group : loader.equality(equalityDeletes)) {
      List<List<Field>> paths =
          group.fieldIds().stream().map(id -> ReadColumns.path(allColumns, id)).toList();
      keys.add(new Keys(paths, group.deletes()));
    }
  }

  /** Ids of the columns that equality deletes look at. */
  Set<Integer> keyIds() {
    Set<Integer> ids = new LinkedHashSet<>();
    for (Keys key : keys) {
      key.paths().forEach(path -> ids.add(path.get(path.size() - 1).id()));
    }
    return ids;
  }

  boolean usePositions() {
    return !positionDeletes.isEmpty();
  }

  /** Whether both delete the same rows for sure. */
  boolean deletesTheSameAs(AppliedDeletes other) {
    return keys.isEmpty() && other.keys.isEmpty() && positions().equals(other.positions());
  }

  /** As a test of the rows that the vectors will hold. */
  RowDeletes over(FileProjection projection, ReadColumns read, FileVectors vectors) {
    List<EqualityDeletes.RowTest> tests = new ArrayList<>();
    for (Keys key : keys) {
      List<ColumnVector> keyVectors =
          key.paths().stream().map(path -> projection.key(path, read).build(vectors)).toList();
      tests.add(key.deletes().over(keyVectors));
    }
    return new RowDeletes(positions(), tests);
  }

  private Optional<PositionSet> positions() {
    Optional<PositionSet> known = positions;
    if (known == null) {
      known = loader.positions(positionDeletes, dataFile);
      positions = known;
    }
    return known;
  }

  /** Equality deletes with the way to each key column, from the top-level column down. */
  private record Keys(List<List<Field>> paths, EqualityDeletes deletes) {}
}

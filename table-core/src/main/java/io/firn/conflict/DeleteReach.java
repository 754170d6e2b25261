package io.firn.conflict;

import io.firn.expr.EqualityReach;
import io.firn.model.DataFile;
import io.firn.model.FileContent;
import io.firn.types.ReservedFields;
import io.firn.types.Schema;
import io.firn.types.SimpleType;
import io.firn.types.ValueOrder;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;

/** Which data files of its partition a delete file may hit, as its stats tell. */
public final class DeleteReach {
  private static final Comparator<Object> PATHS = ValueOrder.of(SimpleType.STRING);

  private final Optional<String> lowestPath;
  private final Optional<String> highestPath;
  private final Optional<EqualityReach> equalities;

  private DeleteReach(
      Optional<String> lowestPath,
      Optional<String> highestPath,
      Optional<EqualityReach> equalities) {
    this.lowestPath = lowestPath;
    this.highestPath = highestPath;
    this.equalities = equalities;
  }

  public static DeleteReach of(DataFile delete, Schema schema) {
    if (delete.content() == FileContent.EQUALITY_DELETES) {
      return new DeleteReach(
          Optional.empty(), Optional.empty(), Optional.of(EqualityReach.of(delete, schema)));
    }
    if (delete.referencedDataFile().isPresent()) {
      return new DeleteReach(
          delete.referencedDataFile(), delete.referencedDataFile(), Optional.empty());
    }
    return new DeleteReach(
        path(delete.stats().lowerBounds()), path(delete.stats().upperBounds()), Optional.empty());
  }

  /** Bounds of {@code file_path} may be cut, but still are bounds. */
  private static Optional<String> path(Map<Integer, ByteBuffer> bounds) {
    return Optional.ofNullable(bounds.get(ReservedFields.DELETE_FILE_PATH_ID))
        .map(bytes -> StandardCharsets.UTF_8.decode(bytes.duplicate()).toString());
  }

  /** The path of the data file, when there can be only one. */
  Optional<String> onlyDataFile() {
    return lowestPath.equals(highestPath) ? lowestPath : Optional.empty();
  }

  /** False only if no row of the data file can be deleted. */
  boolean mayHit(DataFile data) {
    return equalities.map(e -> e.mayHit(data)).orElse(true) && mayName(data.filePath());
  }

  /** False only if deletes by position are of other data files than the one with the path. */
  public boolean mayName(String dataFile) {
    return lowestPath.map(p -> PATHS.compare(dataFile, p) >= 0).orElse(true)
        && highestPath.map(p -> PATHS.compare(dataFile, p) <= 0).orElse(true);
  }
}

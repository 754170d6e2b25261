package io.firn.codec.parquet;

import io.firn.deletes.PositionSet;
import io.firn.io.InputFile;
import io.firn.io.OutputFile;
import io.firn.types.SimpleType;
import io.firn.types.StructValue;
import io.firn.types.ValueOrder;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/** Copies a position delete file with other paths of data files. */
public final class PositionDeleteRelocation {
  private PositionDeleteRelocation() {}

  /** Writes the copy, without the rows that some keep of what they delete; returns its length. */
  public static long copy(InputFile file, OutputFile target, UnaryOperator<String> newPath) {
    Map<String, PositionSet> deletes = new TreeMap<>(ValueOrder.of(SimpleType.STRING)::compare);
    PositionDeleteFile.readAll(file)
        .forEach((path, positions) -> deletes.put(newPath.apply(path), positions));
    PositionDeleteWriter writer =
        PositionDeleteWriter.create(target, 0, StructValue.of(), RowFileSettings.defaults());
    try (writer) {
      deletes.forEach((path, positions) -> positions.forEach(p -> writer.add(path, p)));
    }
    return writer.toDataFile().fileSizeInBytes();
  }
}

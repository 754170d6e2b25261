package io.firn.spark.rowlevel;

import io.firn.deletes.PositionSet;
import io.firn.partition.PartitionKey;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.apache.spark.unsafe.types.UTF8String;
import org.jspecify.annotations.Nullable;

/**
 * The rows that one task deletes, as a bitmap a data file. Rows of one file mostly come one after
 * the other, so the last file is kept at hand.
 */
final class DeletedRows {
  /** Rows of one data file. */
  record OfFile(String dataFile, PartitionKey partition, PositionSet positions) {}

  private final Map<UTF8String, OfFile> files = new LinkedHashMap<>();
  private @Nullable UTF8String lastName;
  private @Nullable OfFile last;

  /** Deletes a row; the partition of its file is asked for when the file comes first. */
  void add(UTF8String dataFile, long position, Supplier<PartitionKey> partition) {
    OfFile file = last;
    if (file == null || !dataFile.equals(lastName)) {
      file = files.get(dataFile);
      if (file == null) {
        UTF8String name = dataFile.copy();
        file = new OfFile(name.toString(), partition.get(), new PositionSet());
        files.put(name, file);
        lastName = name;
      } else {
        lastName = dataFile.copy();
      }
      last = file;
    }
    file.positions().add(position);
  }

  Collection<OfFile> files() {
    return files.values();
  }
}

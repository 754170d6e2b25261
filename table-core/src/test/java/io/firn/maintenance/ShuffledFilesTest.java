package io.firn.maintenance;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.firn.expr.Predicate;
import io.firn.model.DataFile;
import io.firn.partition.PartitionKey;
import io.firn.scan.FileTask;
import io.firn.types.StructValue;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ShuffledFilesTest {
  private static final CompactionOptions TARGET_100 =
      CompactionOptions.of(Map.of("target-file-size-bytes", "100"), Map.of());

  /** A file is good from 75 to 180 bytes, and ends at 140. */
  @ParameterizedTest
  @CsvSource({
    "99,1.0,1",
    "100,1.0,1",
    "110,1.0,1",
    "111,1.0,2",
    "176,1.0,2",
    "200,1.0,2",
    "327,1.0,3",
    "340,1.0,4",
    "376,1.0,4",
    "200,0.4,1",
    "200,2.5,5",
  })
  void aRestThatIsTooSmallIsSpreadOverTheOtherFiles(long bytes, double factor, int files) {
    FileTask task =
        new FileTask(
            DataFile.parquet("a", 0, StructValue.empty(), 10, bytes),
            1,
            List.of(),
            List.of(),
            Predicate.ALWAYS_TRUE);
    FileGroup group = new FileGroup(new PartitionKey(0, StructValue.empty()), List.of(task));
    assertEquals(files, group.shuffledFiles(TARGET_100, factor));
  }
}

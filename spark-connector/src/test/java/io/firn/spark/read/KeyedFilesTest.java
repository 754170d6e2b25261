package io.firn.spark.read;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.firn.types.StructValue;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class KeyedFilesTest {
  private static final long MIB = 1L << 20;

  /** Keys of those sizes, in splits of 128 MiB. */
  private static KeyedFiles files(long... mib) {
    Map<StructValue, Long> keys = new HashMap<>();
    long total = 0;
    for (int i = 0; i < mib.length; i++) {
      keys.put(StructValue.of(i), mib[i] * MIB);
      total += mib[i];
    }
    List<Long> splits = new ArrayList<>();
    for (long left = total; left > 0; left -= 128) {
      splits.add(Math.min(left, 128) * MIB);
    }
    return new KeyedFiles(List.of(), keys, splits, 128 * MIB);
  }

  private static void assertJoins(boolean expected, int cores, KeyedFiles left, KeyedFiles right) {
    KeyedFiles.Parallelism parallelism = new KeyedFiles.Parallelism(cores, 200);
    assertEquals(expected, left.joinsByKeyWith(right, parallelism));
    assertEquals(expected, right.joinsByKeyWith(left, parallelism));
  }

  @Test
  void asManyEvenKeysAsThereAreCoresKeepThemBusy() {
    assertJoins(true, 4, files(400, 410, 390, 400), files(100, 100, 100, 100));
    assertJoins(true, 4, files(LongStream.generate(() -> 256).limit(16).toArray()), files(1));
    assertJoins(false, 8, files(400, 410, 390, 400), files(100, 100, 100, 100));
  }

  @Test
  void aKeyWithMuchMoreThanItsShareKeepsTheOthersWaiting() {
    assertJoins(true, 4, files(600, 400, 400, 400), files(1));
    assertJoins(false, 4, files(1000, 100, 100, 100), files(1));
    assertJoins(false, 4, files(500, 1, 1, 1), files(500, 1, 1, 1));
    assertJoins(true, 4, files(500, 1, 1, 1), files(1, 500, 500, 500));
  }

  @Test
  void aKeyIsNotLargerThanATaskCanSort() {
    assertJoins(true, 2, files(1000, 1000), files(20, 20));
    assertJoins(false, 2, files(1100, 1100), files(20, 20));
  }

  @Test
  void whatIsSmallMayBeOneTask() {
    assertJoins(true, 4, files(10), files(5));
    assertJoins(false, 4, files(60), files(60));
  }

  @Test
  void manySmallKeysAreTooManyTasks() {
    assertJoins(true, 2, files(LongStream.generate(() -> 1).limit(200).toArray()), files(1));
    assertJoins(false, 2, files(LongStream.generate(() -> 1).limit(201).toArray()), files(1));
    assertJoins(true, 2, files(LongStream.generate(() -> 128).limit(201).toArray()), files(1));
  }
}

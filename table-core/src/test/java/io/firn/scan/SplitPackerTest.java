package io.firn.scan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.firn.error.InvalidInputException;
import io.firn.expr.Predicate;
import io.firn.model.DataFile;
import io.firn.types.StructValue;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.Random;
import org.junit.jupiter.api.Test;

class SplitPackerTest {
  private static final long MIB = 1L << 20;
  private static final SplitSettings SETTINGS = new SplitSettings(100, 10, 4);

  @Test
  void smallFilesShareAGroupUpToItsSize() {
    List<List<SplitTask>> groups = SplitPacker.pack(tasks(40, 40, 40, 10, 70), SETTINGS);
    assertEquals(List.of(List.of(40L, 40L, 10L), List.of(40L), List.of(70L)), lengths(groups));
  }

  @Test
  void everyFileCountsAtLeastItsOpenCost() {
    SplitSettings costly = new SplitSettings(100, 10, 50);
    assertEquals(
        List.of(List.of(1L, 1L), List.of(1L)), lengths(SplitPacker.pack(tasks(1, 1, 1), costly)));
  }

  @Test
  void filesAreCutAtTheirOffsets() {
    FileTask task = task(file("a", 250).withSplitOffsets(List.of(4L, 94L, 180L)));
    List<List<SplitTask>> groups = SplitPacker.pack(List.of(task), SETTINGS);
    assertEquals(
        List.of(
            List.of(new SplitTask(task, 4, 90)),
            List.of(new SplitTask(task, 94, 86)),
            List.of(new SplitTask(task, 180, 70))),
        groups);
  }

  @Test
  void uncutFilesArePackedWhole() {
    FileTask large = task(file("a", 250).withSplitOffsets(List.of(4L, 94L, 180L)));
    List<FileTask> tasks = new ArrayList<>(List.of(large));
    tasks.addAll(tasks(40, 50));
    List<List<SplitTask>> groups = SplitPacker.packUncut(tasks, SETTINGS);
    assertEquals(List.of(List.of(250L), List.of(40L, 50L)), lengths(groups));
    assertEquals(new SplitTask(large, 0, 250), groups.get(0).get(0));
  }

  @Test
  void neighboursOfAFileInAGroupBecomeOneTask() {
    FileTask task = task(file("a", 90).withSplitOffsets(List.of(4L, 30L, 60L)));
    assertEquals(
        List.of(List.of(new SplitTask(task, 4, 86))), SplitPacker.pack(List.of(task), SETTINGS));
  }

  @Test
  void filesWithoutUsableOffsetsAreCutBySize() {
    for (List<Long> offsets : List.of(List.<Long>of(), List.of(4L, 4L), List.of(4L, 300L))) {
      FileTask task = task(file("a", 250).withSplitOffsets(offsets));
      assertEquals(
          List.of(
              List.of(new SplitTask(task, 0, 100)),
              List.of(new SplitTask(task, 100, 100)),
              List.of(new SplitTask(task, 200, 50))),
          SplitPacker.pack(List.of(task), SETTINGS));
    }
  }

  @Test
  void deletesCountWithTheirSizesAndOpenCosts() {
    DataFile vector = withContent(file("dv.puffin", 5000), 30);
    FileTask withVector =
        new FileTask(file("a", 40), 1, List.of(vector), List.of(), Predicate.ALWAYS_TRUE);
    FileTask withEquality =
        new FileTask(file("b", 40), 1, List.of(), List.of(file("eq", 25)), Predicate.ALWAYS_TRUE);
    assertEquals(135, SplitPacker.scanSize(List.of(withVector, withEquality), SETTINGS));
    assertEquals(2, SplitPacker.pack(List.of(withVector, withEquality), SETTINGS).size());
  }

  @Test
  void theFullestOfTooManyOpenGroupsIsClosed() {
    SplitSettings two = new SplitSettings(100, 2, 1);
    List<List<SplitTask>> groups = SplitPacker.pack(tasks(60, 90, 80, 5, 40), two);
    assertEquals(
        List.of(List.of(90L), List.of(60L, 5L), List.of(80L), List.of(40L)).size(), groups.size());
    assertEquals(List.of(90L), lengths(groups).get(0));
  }

  @Test
  void emptyFilesAreNotLost() {
    assertEquals(List.of(List.of(0L)), lengths(SplitPacker.pack(tasks(0), SETTINGS)));
    assertEquals(List.of(), SplitPacker.pack(List.of(), SETTINGS));
  }

  @Test
  void sizesShrinkForParallelismButNotBelowTheMinimum() {
    SplitSettings wanted = SplitSettings.DEFAULT;
    assertEquals(128 * MIB, wanted.adaptedTo(128 * MIB * 10, 10, 1).targetSize());
    assertEquals(64 * MIB, wanted.adaptedTo(640 * MIB, 10, 1).targetSize());
    assertEquals(16 * MIB, wanted.adaptedTo(20 * MIB, 10, 1).targetSize());
    assertEquals(MIB, new SplitSettings(MIB, 10, 1).adaptedTo(2 * MIB, 10, 1).targetSize());
  }

  @Test
  void aSmallScanIsSharedByAllWorkersAndNotByMoreTasks() {
    SplitSettings wanted = SplitSettings.DEFAULT;
    assertEquals(7 * MIB, wanted.adaptedTo(14 * MIB - 1, 200, 2).targetSize());
    assertEquals(16 * MIB, wanted.adaptedTo(40 * MIB, 200, 2).targetSize());
    assertEquals(10 * MIB, wanted.adaptedTo(40 * MIB, 4, 100).targetSize());
  }

  @Test
  void groupsAreNotMadeSmallerForWorkersThanAFileCostsToOpen() {
    assertEquals(4 * MIB, SplitSettings.DEFAULT.adaptedTo(14 * MIB, 200, 100).targetSize());
    SplitSettings free = new SplitSettings(128 * MIB, 10, 0);
    assertEquals(1, free.adaptedTo(3, 200, 100).targetSize());
    assertEquals(1, free.adaptedTo(0, 200, 100).targetSize());
  }

  @Test
  void settingsAreChecked() {
    assertThrows(InvalidInputException.class, () -> new SplitSettings(0, 10, 4));
    assertThrows(InvalidInputException.class, () -> new SplitSettings(1, 0, 4));
    assertThrows(InvalidInputException.class, () -> new SplitSettings(1, 1, -1));
  }

  @Test
  void everyByteIsInExactlyOneGroup() {
    long seed = Long.getLong("firn.test.seed", 20261130L);
    Random random = new Random(seed);
    for (int round = 0; round < 200; round++) {
      List<FileTask> tasks = new ArrayList<>();
      long total = 0;
      for (int i = random.nextInt(30); i >= 0; i--) {
        long size = random.nextInt(500);
        tasks.add(task(file("f" + i, size)));
        total += size;
      }
      SplitSettings settings =
          new SplitSettings(1 + random.nextInt(300), 1 + random.nextInt(5), random.nextInt(20));
      List<List<SplitTask>> groups = SplitPacker.pack(tasks, settings);
      assertEquals(total, groups.stream().flatMap(List::stream).mapToLong(SplitTask::length).sum());
      for (List<SplitTask> group : groups) {
        long weight = group.stream().mapToLong(SplitTask::length).sum();
        assertTrue(group.size() == 1 || weight <= settings.targetSize(), "seed " + seed);
      }
      assertEquals(groups, SplitPacker.pack(tasks, settings), "seed " + seed);
    }
  }

  private static List<List<Long>> lengths(List<List<SplitTask>> groups) {
    return groups.stream().map(g -> g.stream().map(SplitTask::length).toList()).toList();
  }

  private static List<FileTask> tasks(long... sizes) {
    List<FileTask> tasks = new ArrayList<>();
    for (long size : sizes) {
      tasks.add(task(file("f" + tasks.size(), size)));
    }
    return tasks;
  }

  private static FileTask task(DataFile file) {
    return new FileTask(file, 1, List.of(), List.of(), Predicate.ALWAYS_TRUE);
  }

  private static DataFile file(String path, long size) {
    return DataFile.parquet(path, 0, StructValue.empty(), 10, size);
  }

  private static DataFile withContent(DataFile f, long size) {
    return new DataFile(
        f.content(),
        f.filePath(),
        f.fileFormat(),
        f.specId(),
        f.partition(),
        f.recordCount(),
        f.fileSizeInBytes(),
        f.stats(),
        f.keyMetadata(),
        f.splitOffsets(),
        f.equalityIds(),
        f.sortOrderId(),
        f.firstRowId(),
        f.referencedDataFile(),
        OptionalLong.of(4),
        OptionalLong.of(size));
  }
}

package io.firn.maintenance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.firn.error.InvalidInputException;
import io.firn.expr.Predicate;
import io.firn.model.DataFile;
import io.firn.scan.FileTask;
import io.firn.types.StructValue;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CompactionPlannerTest {
  private static FileTask file(String name, int specId, StructValue partition, long size) {
    return new FileTask(
        DataFile.parquet(name, specId, partition, 10, size),
        1,
        List.of(),
        List.of(),
        Predicate.ALWAYS_TRUE);
  }

  private static FileTask file(String name, long size) {
    return file(name, 0, StructValue.empty(), size);
  }

  /** Target 100, so small is below 75 and large above 180. */
  private static List<List<String>> plan(List<FileTask> files, String... options) {
    Map<String, String> all = new HashMap<>(Map.of("target-file-size-bytes", "100"));
    for (String option : options) {
      all.put(option.split("=")[0], option.split("=")[1]);
    }
    return new CompactionPlanner(CompactionOptions.of(all, Map.of()), 0)
        .plan(files).stream()
            .map(group -> group.tasks().stream().map(task -> task.file().filePath()).toList())
            .toList();
  }

  @Test
  void fiveSmallFilesAreWorthItAndFourAreNot() {
    List<FileTask> files =
        List.of(file("a", 10), file("b", 10), file("c", 10), file("d", 10), file("good", 100));
    assertEquals(List.of(), plan(files));
    assertEquals(List.of(List.of("a", "b", "c", "d")), plan(files, "min-input-files=4"));
    assertEquals(List.of(List.of("a", "b", "c", "d", "good")), plan(files, "rewrite-all=true"));
  }

  @Test
  void smallFilesThatFillOneAreWorthItAndALargeOneIsSplit() {
    assertEquals(List.of(List.of("a", "b")), plan(List.of(file("a", 60), file("b", 70))));
    assertEquals(List.of(List.of("a")), plan(List.of(file("a", 181))));
    assertEquals(List.of(), plan(List.of(file("a", 180))));
  }

  @Test
  void partitionsStayApartAndFilesOfOtherSpecsGoTogether() {
    List<FileTask> files =
        List.of(
            file("p1", 0, StructValue.of(1), 10),
            file("p2", 0, StructValue.of(2), 10),
            file("old1", 1, StructValue.of("x"), 10),
            file("p3", 0, StructValue.of(1), 10),
            file("old2", 2, StructValue.of("y"), 10));
    assertEquals(
        List.of(List.of("p1", "p3"), List.of("old1", "old2")), plan(files, "min-input-files=2"));
  }

  @Test
  void groupsAndTheWholeHaveLimits() {
    List<FileTask> files = List.of(file("a", 10), file("b", 20), file("c", 30), file("d", 40));
    assertEquals(
        List.of(List.of("a", "b"), List.of("c", "d")),
        plan(files, "min-input-files=2", "max-file-group-input-files=2"));
    assertEquals(
        List.of(List.of("a", "b", "c")),
        plan(files, "min-input-files=2", "max-file-group-size-bytes=60"));
    assertEquals(
        List.of(List.of("c", "d"), List.of("a")),
        plan(
            files,
            "min-input-files=2",
            "max-file-group-input-files=2",
            "rewrite-job-order=bytes-desc",
            "max-files-to-rewrite=3"));
  }

  @ParameterizedTest
  @CsvSource({
    "max-files-to-rewrite,0",
    "min-input-files,3000000000",
    "output-spec-id,-1",
    "delete-ratio-threshold,2",
    "rewrite-job-order,random",
    "min-file-size-bytes,100",
    "min-input-file,5",
  })
  void wrongOptionsAreNamed(String option, String value) {
    InvalidInputException e =
        assertThrows(InvalidInputException.class, () -> plan(List.of(), option + "=" + value));
    assertTrue(e.getMessage().contains(option), e.getMessage());
  }
}

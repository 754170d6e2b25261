package io.firn.spark.rewrite;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.firn.expr.Predicate;
import io.firn.model.DataFile;
import io.firn.scan.FileTask;
import io.firn.types.StructValue;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Which files are copied together, and where new rows go. */
class CopyGroupsTest {
  private static final long MIB = 1L << 20;

  private static DataFile file(String path, int partition, long rows, long mib) {
    return DataFile.parquet(path, 1, StructValue.of(partition), rows, mib * MIB);
  }

  private static FileTask task(DataFile file) {
    return new FileTask(file, 1, List.of(), List.of(), Predicate.ALWAYS_TRUE);
  }

  private static CopyGroups groups(int cores, DataFile... files) {
    return new CopyGroups(Stream.of(files).map(CopyGroupsTest::task).toList(), cores);
  }

  /** Old files and, after a plus sign, new ones. */
  private static List<String> text(List<CopyGroup> groups) {
    return groups.stream()
        .map(
            group ->
                group.splits().stream()
                        .map(split -> split.task().file().filePath())
                        .collect(Collectors.joining(" "))
                    + group.newFiles().stream()
                        .map(file -> " +" + file.filePath())
                        .collect(Collectors.joining()))
        .toList();
  }

  @Test
  void thereIsWorkForAllCoresAndTheLargestComesFirst() {
    CopyGroups two =
        groups(2, file("a", 1, 9, 5), file("b", 1, 9, 5), file("c", 1, 9, 5), file("d", 1, 9, 5));
    assertEquals(List.of("a b", "c d"), text(two.adding(List.of(), 100, Map.of())));
    CopyGroups many = groups(8, file("a", 1, 9, 3), file("b", 1, 9, 1), file("c", 1, 9, 200));
    assertEquals(List.of("c", "a b"), text(many.adding(List.of(), 100, Map.of())));
  }

  @Test
  void filesOfDifferentPartitionsAreNotCopiedTogether() {
    CopyGroups groups = groups(1, file("a", 1, 9, 1), file("b", 2, 9, 2), file("c", 1, 9, 2));
    assertEquals(List.of("a c", "b"), text(groups.adding(List.of(), 100, Map.of())));
  }

  @Test
  void newRowsGoToTheirFileOrToTheSmallestOfTheirPartition() {
    CopyGroups groups = groups(9, file("a", 1, 90, 9), file("b", 1, 90, 8), file("c", 2, 90, 7));
    List<DataFile> added =
        List.of(
            file("of a", 1, 1, 1),
            file("inserted", 1, 1, 1),
            file("moved", 2, 1, 1),
            file("elsewhere", 3, 1, 1));
    assertEquals(
        List.of("a +of a", "b +inserted", "c +moved"),
        text(groups.adding(added, 100 * MIB, Map.of("of a", "a", "moved", "a", "elsewhere", "b"))));
  }

  @Test
  void manyNewRowsAreNotCopied() {
    CopyGroups groups = groups(9, file("a", 1, 90, 9), file("b", 2, 90, 8), file("c", 3, 91, 7));
    List<DataFile> added = List.of(file("a'", 1, 9, 5), file("b'", 2, 45, 4), file("c'", 3, 45, 4));
    assertEquals(List.of("c +c'", "a", "b"), text(groups.adding(added, 5 * MIB, Map.of())));
  }
}

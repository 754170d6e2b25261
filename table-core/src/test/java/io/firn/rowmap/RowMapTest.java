package io.firn.rowmap;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.firn.deletes.PositionSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class RowMapTest {
  private static final String A = "s3://lake/t/a.parquet";
  private static final String B = "s3://lake/t/b.parquet";
  private static final String X = "s3://lake/t/x.parquet";
  private static final String Y = "s3://lake/t/y.parquet";

  /** Rows 3, 4 and 9 of A are gone, A is split over X and Y; Y has two new rows. */
  private static RowMap rowChange() {
    RowMapPart part = new RowMapPart();
    int a = part.source(A);
    int b = part.source(B);
    RunCursor cursor = new RunCursor(part);
    cursor.begin(X);
    carry(cursor, a, 0, 3);
    carry(cursor, a, 5, 7);
    cursor.begin(Y);
    carry(cursor, a, 7, 9);
    cursor.newRow();
    carry(cursor, b, 0, 4);
    cursor.newRow();
    cursor.finishRun();
    return new RowMapBuilder(RowMapKind.ROW_CHANGE, 42)
        .source(B, 4)
        .source(A, 10)
        .target(X, 5)
        .target(Y, 8)
        .add(part)
        .build();
  }

  private static void carry(RunCursor cursor, int source, long from, long to) {
    for (long position = from; position < to; position++) {
      cursor.carried(source, position);
    }
  }

  private static String refusal(RowMapBuilder builder) {
    return assertThrows(IllegalArgumentException.class, builder::build).getMessage();
  }

  private static RowMapBuilder builder(RowMapKind kind, long... runs) {
    RowMapPart part = new RowMapPart();
    int[] sources = {part.source(A), part.source(B)};
    int x = part.newTarget(X);
    for (int i = 0; i < runs.length; i += 4) {
      part.add(sources[(int) runs[i]], runs[i + 1], x, runs[i + 2], runs[i + 3]);
    }
    return new RowMapBuilder(kind, 1).source(A, 10).source(B, 5).target(X, 12).add(part);
  }

  @Test
  void positionsGoToTheirTargetsAndGapsAreToldApart() {
    Translation all = rowChange().translate(A, PositionSet.ofRange(0, 10));
    assertEquals(
        Map.of(X, PositionSet.ofRange(0, 5), Y, PositionSet.ofRange(0, 2)), all.byTarget());
    assertEquals(PositionSet.of(3, 4, 9), all.gaps());
    Translation some = rowChange().translate(A, PositionSet.of(1, 3, 6, 8, 9, 77));
    assertEquals(Map.of(X, PositionSet.of(1, 4), Y, PositionSet.of(1)), some.byTarget());
    assertEquals(PositionSet.of(3, 9, 77), some.gaps());
    assertEquals(
        Map.of(Y, PositionSet.of(3, 6)), rowChange().translate(B, PositionSet.of(0, 3)).byTarget());
  }

  @Test
  void aSourceIsMaskedInAllOfItsTargets() {
    assertEquals(
        Map.of(X, PositionSet.ofRange(0, 5), Y, PositionSet.ofRange(0, 2)), rowChange().rowsOf(A));
    assertEquals(Map.of(Y, PositionSet.ofRange(3, 7)), rowChange().rowsOf(B));
  }

  @Test
  void targetRowsWithoutSourceAreNewImages() {
    assertEquals(Map.of(Y, PositionSet.of(2, 7)), rowChange().newImages());
  }

  @Test
  void sourcesAreSortedAndFoundByPath() {
    RowMap map = rowChange();
    assertEquals(List.of(A, B), map.sources().stream().map(SourceFile::path).toList());
    assertEquals(3, map.source(A).orElseThrow().runCount());
    assertEquals(2, map.source(A).orElseThrow().segmentCount());
    assertEquals(4, map.runCount());
    assertEquals(Optional.empty(), map.source("a.parquet"));
    assertEquals(
        "The row map does not have the source " + X,
        assertThrows(IllegalArgumentException.class, () -> map.rowsOf(X)).getMessage());
    assertEquals("row-change row map on snapshot 42: 2 sources, 2 targets, 4 runs", map.toString());
  }

  @Test
  void runsOfSeveralTasksBecomeOneWhereTheyMeet() {
    RowMap map =
        builder(RowMapKind.ROW_CHANGE, 0, 6, 8, 2, 0, 4, 6, 2, 0, 0, 0, 3, 1, 0, 3, 3).build();
    SourceFile a = map.source(A).orElseThrow();
    assertEquals("s3://lake/t/a.parquet: 7 of 10 rows in 2 runs", a.toString());
    assertEquals(4, a.runStart(1));
    assertEquals(4, a.runLength(1));
    assertEquals(1, a.runSkip(1));
  }

  @Test
  void anUnsoundMapIsRefused() {
    assertEquals(
        "two runs of s3://lake/t/a.parquet overlap before row 5",
        refusal(builder(RowMapKind.ROW_CHANGE, 0, 0, 0, 5, 0, 4, 5, 2)));
    assertEquals(
        "a run of 6 rows, 5 rows after row 0 of the 10 rows of s3://lake/t/a.parquet",
        refusal(builder(RowMapKind.ROW_CHANGE, 0, 5, 0, 6)));
    assertEquals(
        "two rows went to row 3 of s3://lake/t/x.parquet",
        refusal(builder(RowMapKind.ROW_CHANGE, 0, 0, 0, 5, 1, 0, 3, 2)));
    assertEquals(
        "5 rows of s3://lake/t/b.parquet from row 8 on of s3://lake/t/x.parquet, which has 12 rows",
        refusal(builder(RowMapKind.ROW_CHANGE, 1, 0, 8, 5)));
    assertEquals(
        "of the 12 rows of s3://lake/t/x.parquet only 10 come from a source of the compaction",
        refusal(builder(RowMapKind.COMPACTION, 0, 0, 0, 5, 1, 0, 5, 5)));
    RowMapPart foreign = new RowMapPart();
    foreign.source("s3://lake/t/other.parquet");
    assertEquals(
        "s3://lake/t/other.parquet is no file of the rewrite",
        assertThrows(
                IllegalArgumentException.class, () -> builder(RowMapKind.ROW_CHANGE).add(foreign))
            .getMessage());
    assertEquals(
        "the source s3://lake/t/a.parquet comes twice",
        assertThrows(
                IllegalArgumentException.class,
                () ->
                    new RowMap(
                        RowMapKind.ROW_CHANGE,
                        1,
                        List.of(),
                        List.of(
                            new SourceFileBuilder(A, 1).build(),
                            new SourceFileBuilder(A, 1).build())))
            .getMessage());
  }

  @Test
  void aRowThatWasWrittenTwiceIsNamed() {
    assertEquals(
        Optional.of(new RepeatedRow(A, 4)),
        builder(RowMapKind.ROW_CHANGE, 0, 4, 5, 2, 0, 0, 0, 5).repeatedRow());
    assertEquals(
        Optional.empty(), builder(RowMapKind.ROW_CHANGE, 0, 5, 5, 2, 0, 0, 0, 5).repeatedRow());
  }

  @Test
  void aCompactionThatCoversItsTargetsIsSound() {
    RowMap map = builder(RowMapKind.COMPACTION, 0, 0, 5, 7, 1, 0, 0, 5).build();
    assertEquals(Map.of(), map.newImages());
    assertEquals(PositionSet.of(7, 8, 9), map.translate(A, PositionSet.ofRange(0, 10)).gaps());
  }
}

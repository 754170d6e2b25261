package io.firn.spark.metadata;

import io.firn.rowmap.RowMap;
import io.firn.rowmap.SourceFile;
import io.firn.types.SimpleType;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** A row of {@code row_maps}: rows that one commit moved from a data file to another. */
record RowMapRun(
    long snapshotId,
    String kind,
    String sourceFile,
    long sourceStart,
    String targetFile,
    long targetStart,
    long length) {

  static Columns<RowMapRun> columns() {
    return Columns.<RowMapRun>builder()
        .required("snapshot_id", SimpleType.LONG, RowMapRun::snapshotId)
        .required("kind", SimpleType.STRING, RowMapRun::kind)
        .required("source_file", SimpleType.STRING, RowMapRun::sourceFile)
        .required("source_start", SimpleType.LONG, RowMapRun::sourceStart)
        .required("target_file", SimpleType.STRING, RowMapRun::targetFile)
        .required("target_start", SimpleType.LONG, RowMapRun::targetStart)
        .required("length", SimpleType.LONG, RowMapRun::length)
        .build();
  }

  /** The runs of a snapshot's map, by source and position in it. */
  static Stream<RowMapRun> of(long snapshotId, RowMap map) {
    return map.sources().stream()
        .flatMap(
            source ->
                IntStream.range(0, source.segmentCount())
                    .boxed()
                    .flatMap(segment -> ofSegment(snapshotId, map, source, segment)));
  }

  private static Stream<RowMapRun> ofSegment(
      long snapshotId, RowMap map, SourceFile source, int segment) {
    return IntStream.range(source.segmentFirstRun(segment), source.segmentFirstRun(segment + 1))
        .mapToObj(
            run ->
                new RowMapRun(
                    snapshotId,
                    map.kind().text(),
                    source.path(),
                    source.runStart(run),
                    map.targets().get(source.segmentTarget(segment)).path(),
                    source.runTargetStart(segment, run),
                    source.runLength(run)));
  }
}

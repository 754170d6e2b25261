package io.firn.bench.spark;

import java.util.List;

/** All workloads, in the order of the report. */
final class Workloads {
  static final List<Workload> ALL =
      List.of(
          new ScanWorkload(),
          new NestedWorkload(),
          new FilterWorkload(),
          new FlightsWorkload(),
          new DeletedWorkload(),
          new RowLevelWorkload(),
          new RefreshWorkload(),
          new SmallFilesWorkload(),
          new TinyFilesWorkload(),
          new AppendsWorkload(),
          new HistoryWorkload());

  private Workloads() {}

  static Workload named(String name) {
    return ALL.stream()
        .filter(workload -> workload.name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "There is no workload '%s', only %s".formatted(name, names())));
  }

  static List<String> names() {
    return ALL.stream().map(Workload::name).toList();
  }
}

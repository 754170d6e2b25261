package io.firn.bench.spark;

import java.util.List;

/** Measures that share tables. */
interface Workload {
  String name();

  String title();

  List<Measure> measures(Scale scale);
}

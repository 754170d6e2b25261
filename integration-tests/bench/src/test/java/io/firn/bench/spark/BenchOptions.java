package io.firn.bench.spark;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * The command line.
 *
 * @param engines Firn first
 */
record BenchOptions(List<String> workloads, List<Engine> engines, Scale scale, Profiles profiles) {
  /** Whether flight recordings are kept. */
  enum Profiles {
    NONE,
    KEPT
  }

  static BenchOptions of(String... arguments) {
    List<String> workloads = new ArrayList<>();
    List<Engine> engines = List.of(Engine.FIRN, Engine.ICEBERG);
    Scale scale = Scale.FULL;
    Profiles profiles = Profiles.NONE;
    for (int i = 0; i < arguments.length; i++) {
      switch (arguments[i]) {
        case "--quick" -> scale = Scale.QUICK;
        case "--tiny" -> scale = Scale.TINY;
        case "--profile" -> profiles = Profiles.KEPT;
        case "--against" -> {
          i++;
          if (i == arguments.length) {
            throw new IllegalArgumentException(
                "--against needs names of engines: iceberg,delta,parquet");
          }
          engines = against(arguments[i]);
        }
        default -> workloads.add(known(arguments[i]));
      }
    }
    return new BenchOptions(
        workloads.isEmpty() ? names() : List.copyOf(workloads), engines, scale, profiles);
  }

  static List<String> names() {
    return Stream.concat(Workloads.names().stream(), Stream.of(CoreWorkload.NAME)).toList();
  }

  private static String known(String workload) {
    if (workload.startsWith("-")) {
      throw new IllegalArgumentException(
          "There is no option '" + workload + "', only --against, --quick and --profile");
    }
    if (!names().contains(workload)) {
      throw new IllegalArgumentException(
          "There is no workload '%s', only %s".formatted(workload, String.join(", ", names())));
    }
    return workload;
  }

  private static List<Engine> against(String names) {
    List<Engine> engines = new ArrayList<>(List.of(Engine.FIRN));
    for (String name : names.split(",", -1)) {
      Engine engine = Engine.of(name.strip());
      if (!engines.contains(engine)) {
        engines.add(engine);
      }
    }
    return List.copyOf(engines);
  }
}

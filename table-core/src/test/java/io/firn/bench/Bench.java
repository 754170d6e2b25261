package io.firn.bench;

import static java.nio.file.StandardOpenOption.APPEND;
import static java.nio.file.StandardOpenOption.CREATE;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * Measures workloads of the table core: {@code ./firn bench [workload ...]}. The cases of a
 * workload run in turn, so that a noisy machine is noisy to all of them; median and spread of the
 * rounds after the warm-up count.
 */
public final class Bench {
  private static final List<Workload> WORKLOADS = List.of(new RebaseWorkload());
  private static final int WARM_UP = Integer.getInteger("firn.bench.warm-up", 12);
  private static final int ROUNDS = Integer.getInteger("firn.bench.rounds", 15);
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  private Bench() {}

  /** Times of one round, in nanoseconds. */
  private record Sample(long wall, long cpu) {}

  public static void main(String[] names) throws IOException {
    for (String name : names) {
      if (WORKLOADS.stream().noneMatch(w -> w.name().equals(name))) {
        System.err.println(
            "There is no workload "
                + name
                + ", only "
                + WORKLOADS.stream().map(Workload::name).toList());
        System.exit(2);
      }
    }
    for (Workload workload : WORKLOADS) {
      if (names.length == 0 || List.of(names).contains(workload.name())) {
        measure(workload);
      }
    }
  }

  private static void measure(Workload workload) throws IOException {
    List<Workload.Case> cases = workload.cases();
    List<List<Sample>> samples = new ArrayList<>();
    List<Workload.Measured> measured = new ArrayList<>();
    Path directory = Files.createTempDirectory("firn-bench");
    try {
      for (Workload.Case one : cases) {
        samples.add(new ArrayList<>());
        Path own = Files.createDirectory(directory.resolve("case" + samples.size()));
        measured.add(one.preparation().prepare(own, samples.size()));
      }
      for (int round = 0; round < WARM_UP + ROUNDS; round++) {
        for (int i = 0; i < cases.size(); i++) {
          Sample sample = run(measured.get(i), round);
          if (round >= WARM_UP) {
            samples.get(i).add(sample);
          }
        }
      }
    } finally {
      delete(directory);
    }
    print(workload, samples);
    String file = System.getProperty("firn.bench.samples");
    if (file != null) {
      Files.write(Path.of(file), lines(workload, samples), CREATE, APPEND);
    }
  }

  /**
   * Case, goal, and milliseconds by the clock and of the thread, with tabs between; a line a round.
   */
  private static List<String> lines(Workload workload, List<List<Sample>> samples) {
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < samples.size(); i++) {
      Workload.Case measured = workload.cases().get(i);
      for (Sample sample : samples.get(i)) {
        lines.add(
            "%s\t%s\t%s\t%s"
                .formatted(
                    measured.name(),
                    measured.goalMillis(),
                    sample.wall() / 1e6,
                    sample.cpu() / 1e6));
      }
    }
    return lines;
  }

  private static void print(Workload workload, List<List<Sample>> samples) {
    List<Workload.Case> cases = workload.cases();
    System.out.printf(
        Locale.ROOT,
        "%s: %s%n%d rounds after %d of warm-up; milliseconds%n%n",
        workload.name(),
        workload.title(),
        ROUNDS,
        WARM_UP);
    String line = "  %-44s %8s %8s %8s %8s %6s%n";
    System.out.printf(line, "", "median", "least", "most", "CPU", "goal");
    for (int i = 0; i < cases.size(); i++) {
      long[] wall = samples.get(i).stream().mapToLong(Sample::wall).sorted().toArray();
      long[] cpu = samples.get(i).stream().mapToLong(Sample::cpu).sorted().toArray();
      System.out.printf(
          line,
          cases.get(i).name(),
          millis(wall[wall.length / 2]),
          millis(wall[0]),
          millis(wall[wall.length - 1]),
          millis(cpu[cpu.length / 2]),
          cases.get(i).goalMillis());
    }
  }

  private static String millis(long nanos) {
    return String.format(Locale.ROOT, "%.1f", nanos / 1e6);
  }

  private static Sample run(Workload.Measured measured, int round) {
    long cpu = THREADS.getCurrentThreadCpuTime();
    long wall = System.nanoTime();
    measured.run(round);
    return new Sample(System.nanoTime() - wall, THREADS.getCurrentThreadCpuTime() - cpu);
  }

  private static void delete(Path directory) throws IOException {
    List<Path> paths;
    try (Stream<Path> all = Files.walk(directory)) {
      paths = all.sorted(Comparator.reverseOrder()).toList();
    }
    for (Path path : paths) {
      Files.delete(path);
    }
  }
}

package io.firn.bench.spark;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * {@code ./firn bench [workload ...] [--against iceberg,delta,parquet] [--quick] [--profile]}:
 * measures workloads in Firn and beside it, round by round in turn, and writes the report.
 */
public final class SparkBench {
  private final BenchOptions options;
  private final Path run;
  private final Processes processes;
  private final Map<Engine, Worker> workers = new EnumMap<>(Engine.class);
  private final Results results = new Results();
  private final long start = System.nanoTime();

  SparkBench(BenchOptions options, Path directory, String name, Processes processes) {
    this.options = options;
    this.run = directory.resolve(name);
    this.processes = processes;
  }

  public static void main(String[] arguments) throws IOException, InterruptedException {
    BenchOptions options;
    try {
      options = BenchOptions.of(arguments);
    } catch (IllegalArgumentException e) {
      System.err.println("firn: " + e.getMessage());
      System.exit(2);
      return;
    }
    Path directory = Path.of(System.getProperty("firn.bench.directory"));
    String name =
        LocalDateTime.now().format(DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss"))
            + "-"
            + options.scale().name();
    Processes processes =
        new Processes(directory, directory.resolve(name), options.scale(), options.profiles());
    new SparkBench(options, directory, name, processes).run();
  }

  /** What was measured; the report is in the run's directory. */
  Results run() throws IOException, InterruptedException {
    Files.createDirectories(run);
    List<Measure> measures = new ArrayList<>();
    try {
      if (options.workloads().stream().anyMatch(Workloads.names()::contains)) {
        startWorkers();
      }
      for (String name : options.workloads()) {
        measures.addAll(
            name.equals(CoreWorkload.NAME)
                ? CoreWorkload.run(
                    processes.core(run.resolve("rebase.tsv")), run.resolve("rebase.tsv"), results)
                : measure(Workloads.named(name)));
        write(measures);
      }
    } finally {
      for (Worker worker : workers.values()) {
        worker.close();
      }
    }
    System.out.println(write(measures));
    System.out.println("Samples, chart and logs: " + run);
    return results;
  }

  /** Writes what has been measured so far: a run of hours may be cut short. */
  private String write(List<Measure> measures) throws IOException {
    String text = new Report(options, measures, results).text(seconds());
    Files.writeString(run.resolve("report.txt"), text);
    Files.write(run.resolve("samples.jsonl"), JsonLines.of(options, measures, results));
    Files.writeString(run.resolve("ratios.svg"), new Chart(options, measures, results).svg());
    return text;
  }

  private void startWorkers() throws IOException {
    say("making TPC-H data, unless they are there from an earlier run");
    try (Worker generator = Worker.start(processes.worker(Engine.PARQUET))) {
      Answer made = generator.ask(Request.of(Request.Command.GENERATE));
      if (made.hasFailed()) {
        throw new IOException("The data could not be made: " + made.failure());
      }
    }
    for (Engine engine : options.engines()) {
      say("starting " + engine.label());
      workers.put(engine, Worker.start(processes.worker(engine)));
    }
  }

  /** In all engines at once, since nothing is timed: those that succeeded. */
  private List<Engine> prepare(Measure measure) throws IOException, InterruptedException {
    Map<Engine, Future<Answer>> answers = new EnumMap<>(Engine.class);
    ExecutorService threads = Executors.newFixedThreadPool(options.engines().size());
    try {
      for (Engine engine : options.engines()) {
        if (measure.missingIn(engine).isPresent()) {
          results.addAbsence(measure, engine, measure.missingIn(engine).get());
        } else {
          Worker worker = workers.get(engine);
          answers.put(engine, threads.submit(() -> worker.ask(Request.prepare(measure))));
        }
      }
      List<Engine> able = new ArrayList<>();
      for (Map.Entry<Engine, Future<Answer>> answer : answers.entrySet()) {
        if (succeeded(measure, answer.getKey(), answer.getValue().get())) {
          able.add(answer.getKey());
        }
      }
      return able;
    } catch (ExecutionException e) {
      throw new IOException(measure.id() + " could not be prepared", e.getCause());
    } finally {
      threads.shutdown();
    }
  }

  private List<Measure> measure(Workload workload) throws IOException, InterruptedException {
    List<Measure> measures = workload.measures(options.scale());
    for (Measure measure : measures) {
      say(measure.id());
      measure(measure);
    }
    for (Engine engine : options.engines()) {
      Worker worker = workers.get(engine);
      results.addResident(
          engine, worker.ask(Request.of(Request.Command.MEMORY)).residentMebibytes());
      worker.ask(Request.of(Request.Command.CLEAR));
    }
    return measures;
  }

  private void measure(Measure measure) throws IOException, InterruptedException {
    List<Engine> able = prepare(measure);
    int warmUp = measure.warmUp(options.scale(), Engine.FIRN);
    int rounds = measure.rounds(options.scale());
    for (int round = 0; round < warmUp + rounds; round++) {
      for (Engine engine : List.copyOf(able)) {
        int itsRounds = measure.rounds(options.scale(), engine);
        int itsWarmUp = measure.warmUp(options.scale(), engine);
        if (round >= itsWarmUp && round < warmUp || round >= warmUp + itsRounds) {
          continue;
        }
        Answer answer = workers.get(engine).ask(Request.round(measure, round, warmUp, itsRounds));
        if (!succeeded(measure, engine, answer)) {
          able.remove(engine);
          continue;
        }
        if (round == 0) {
          results.addCheck(measure, engine, answer.check());
        }
        if (round >= warmUp) {
          results.add(measure, engine, answer.sample());
        }
      }
    }
  }

  private boolean succeeded(Measure measure, Engine engine, Answer answer) {
    if (answer.hasFailed()) {
      results.addAbsence(measure, engine, "failed: " + answer.failure());
      say("  " + engine.label() + " failed: " + answer.failure());
    }
    return !answer.hasFailed();
  }

  private void say(String text) {
    System.err.printf("[%3d:%02d] %s%n", seconds() / 60, seconds() % 60, text);
  }

  private long seconds() {
    return (System.nanoTime() - start) / 1_000_000_000;
  }
}

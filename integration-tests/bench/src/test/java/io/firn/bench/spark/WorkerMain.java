package io.firn.bench.spark;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.management.OperatingSystemMXBean;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import jdk.jfr.Configuration;
import jdk.jfr.Recording;
import org.apache.spark.sql.SparkSession;

/**
 * One engine's process. Reads a {@link Request} a line from its input and answers each with a line;
 * what else is printed goes to its errors.
 */
public final class WorkerMain {
  private static final OperatingSystemMXBean SYSTEM =
      (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

  private final Lake lake;
  private final Optional<Path> profiles;
  private Optional<Recording> recording = Optional.empty();

  private WorkerMain(Lake lake, Optional<Path> profiles) {
    this.lake = lake;
    this.profiles = profiles;
  }

  /** Arguments: engine, scale, the bench's directory. */
  public static void main(String[] args) throws IOException {
    PrintStream answers = System.out;
    System.setOut(System.err);
    Engine engine = Engine.of(args[0]);
    Path directory = Path.of(args[2]);
    Path warehouse = directory.resolve("warehouse").resolve(engine.label());
    Lake.delete(warehouse);
    SparkSession.Builder builder =
        SparkSession.builder().master("local[2]").appName("firn bench " + engine.label());
    engine.settings(warehouse.toString()).forEach(builder::config);
    SparkSession session = builder.getOrCreate();
    Lake lake =
        new Lake(
            engine,
            Scale.of(args[1]),
            session,
            warehouse,
            new TpchData(session, directory.resolve("data")),
            new FlightsData(session, directory.resolve("data")));
    Optional<Path> profiles =
        Optional.ofNullable(System.getProperty("firn.bench.profiles")).map(Path::of);
    new WorkerMain(lake, profiles).serve(answers);
    Lake.delete(warehouse);
    session.stop();
  }

  private void serve(PrintStream answers) throws IOException {
    ObjectMapper json = new ObjectMapper();
    BufferedReader requests =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    answers.println(json.writeValueAsString(Answer.DONE));
    for (String line = requests.readLine(); line != null; line = requests.readLine()) {
      Request request = json.readValue(line, Request.class);
      Answer answer;
      try {
        answer = answer(request);
      } catch (Exception | LinkageError | OutOfMemoryError e) {
        e.printStackTrace();
        answer = Answer.failed(e);
      }
      answers.println(json.writeValueAsString(answer));
      answers.flush();
    }
  }

  private Answer answer(Request request) throws Exception {
    switch (request.command()) {
      case GENERATE -> {
        TpchData.factors(lake.scale()).forEach(lake.data()::generate);
        lake.flights().prepare();
      }
      case PREPARE -> measure(request).prepareIn(lake);
      case ROUND -> {
        return round(measure(request), request);
      }
      case CLEAR -> lake.clear();
      case MEMORY -> {
        return Answer.memory(residentMebibytes());
      }
    }
    return Answer.DONE;
  }

  private Measure measure(Request request) {
    return Workloads.named(request.workload()).measures(lake.scale()).stream()
        .filter(measure -> measure.name().equals(request.measure()))
        .findFirst()
        .orElseThrow();
  }

  private Answer round(Measure measure, Request request) throws Exception {
    measure.before().run(lake);
    double pairMillis = pairMillis(measure);
    Map<Path, Long> old = measure.counted().map(lake::files).orElse(Map.of());
    startProfile(request);
    List<MemoryPoolMXBean> heap = heap();
    heap.forEach(MemoryPoolMXBean::resetPeakUsage);
    long cpu = SYSTEM.getProcessCpuTime();
    long wall = System.nanoTime();
    measure.measured().run(lake);
    double millis = (System.nanoTime() - wall) / 1e6;
    double cpuMillis = (SYSTEM.getProcessCpuTime() - cpu) / 1e6;
    double peak = heap.stream().mapToLong(pool -> pool.getPeakUsage().getUsed()).sum() / 1048576.0;
    stopProfile(measure, request);
    double bytes = measure.counted().map(table -> newBytes(table, old)).orElse(0.0);
    Sample sample = new Sample(millis, cpuMillis, bytes, peak, lake.takeSlowest(), pairMillis);
    return Answer.measured(sample, request.round() == 0 ? measure.checked(lake) : "");
  }

  private double pairMillis(Measure measure) throws Exception {
    if (measure.pair().isEmpty() || lake.engine() != Engine.FIRN) {
      return 0;
    }
    long start = System.nanoTime();
    measure.pair().get().run(lake);
    return (System.nanoTime() - start) / 1e6;
  }

  private double newBytes(String table, Map<Path, Long> old) {
    return lake.files(table).entrySet().stream()
        .filter(file -> !old.containsKey(file.getKey()))
        .mapToDouble(Map.Entry::getValue)
        .sum();
  }

  private static List<MemoryPoolMXBean> heap() {
    return ManagementFactory.getMemoryPoolMXBeans().stream()
        .filter(pool -> pool.getType() == MemoryType.HEAP)
        .toList();
  }

  /** The most memory that the process had; 0 where the system does not tell. */
  private static double residentMebibytes() throws IOException {
    Path status = Path.of("/proc/self/status");
    if (!Files.exists(status)) {
      return 0;
    }
    return Files.readAllLines(status).stream()
        .filter(line -> line.startsWith("VmHWM:"))
        .mapToDouble(line -> Long.parseLong(line.replaceAll("\\D", "")) / 1024.0)
        .findFirst()
        .orElse(0);
  }

  /** One recording over the rounds that count. */
  private void startProfile(Request request) throws Exception {
    if (profiles.isEmpty() || !request.counts()) {
      return;
    }
    if (recording.isEmpty()) {
      Recording started = new Recording(Configuration.getConfiguration("profile"));
      started.start();
      recording = Optional.of(started);
    }
  }

  private void stopProfile(Measure measure, Request request) throws IOException {
    if (recording.isPresent() && request.last()) {
      Recording ended = recording.get();
      recording = Optional.empty();
      String name = measure.id().replaceAll("[^a-zA-Z0-9]+", "-");
      Files.createDirectories(profiles.orElseThrow());
      ended.dump(profiles.orElseThrow().resolve(name + "-" + lake.engine().label() + ".jfr"));
      ended.close();
    }
  }
}

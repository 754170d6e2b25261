package io.firn.bench.spark;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The table on the terminal. */
final class Report {
  private final BenchOptions options;
  private final List<Measure> measures;
  private final Results results;

  Report(BenchOptions options, List<Measure> measures, Results results) {
    this.options = options;
    this.measures = measures;
    this.results = results;
  }

  String text(long seconds) {
    List<String> lines = new ArrayList<>();
    lines.add(
        "Scale '%s'; milliseconds: median (least - most) of the rounds after the warm-up. A ratio is Firn's figure over the other's,"
            .formatted(options.scale().name()));
    lines.add(
        "the median over the pairs of rounds; 'cpu' is the same of processor time. Engines took turns, each in a JVM of its own.");
    String workload = "";
    for (Measure measure : measures) {
      if (!measure.workload().equals(workload)) {
        workload = measure.workload();
        lines.add("");
        lines.add(title(workload));
        lines.add(heading());
      }
      lines.addAll(rows(measure));
    }
    lines.add("");
    lines.addAll(footer(seconds));
    return String.join("\n", lines) + "\n";
  }

  private static String title(String workload) {
    return Workloads.names().contains(workload)
        ? workload + ": " + Workloads.named(workload).title()
        : workload + ": a commit follows a compaction of what it deletes from";
  }

  private String heading() {
    StringBuilder line = new StringBuilder("  %-38s".formatted(""));
    options.engines().forEach(engine -> line.append("%-25s".formatted(engine.label())));
    return line.append("%-36s %8s  %s".formatted("goal", "reached", "")).toString().stripTrailing();
  }

  private List<String> rows(Measure measure) {
    StringBuilder first = new StringBuilder("  %-38s".formatted(measure.name()));
    options.engines().forEach(engine -> first.append("%-25s".formatted(cell(measure, engine))));
    String indent = " ".repeat(first.length());
    List<String> rows = new ArrayList<>();
    for (Goal goal : measure.goals()) {
      rows.add((rows.isEmpty() ? first : indent) + verdict(measure, goal));
    }
    if (rows.isEmpty()) {
      rows.add(first.toString().stripTrailing());
    }
    rows.addAll(remarks(measure));
    return rows;
  }

  private String cell(Measure measure, Engine engine) {
    Optional<Double> median = results.median(measure.id(), engine, Sample::millis);
    return median
        .map(
            middle ->
                "%s (%s - %s)"
                    .formatted(
                        millis(middle),
                        millis(results.least(measure.id(), engine, Sample::millis).orElseThrow()),
                        millis(results.most(measure.id(), engine, Sample::millis).orElseThrow())))
        .orElse("-");
  }

  private String verdict(Measure measure, Goal goal) {
    Optional<Double> reached = goal.reached(results, measure);
    String mark = reached.map(r -> r <= goal.limit() ? "yes" : "NO").orElse("not measured");
    return "%-36s %8s  %s%s"
        .formatted(goal.text(), reached.map(Report::ratio).orElse(""), mark, cpu(measure, goal));
  }

  private String cpu(Measure measure, Goal goal) {
    if (!(goal instanceof Goal.Time time)) {
      return "";
    }
    return time.engines().stream()
        .flatMap(e -> results.ratio(measure.id(), e, Sample::cpuMillis).stream())
        .max(Double::compare)
        .map(ratio -> "  (cpu " + ratio(ratio) + ")")
        .orElse("");
  }

  /** What an engine cannot do, where results differ, bytes and memory. */
  private List<String> remarks(Measure measure) {
    List<String> remarks = new ArrayList<>();
    if (!results.agree(measure.id())) {
      remarks.add("      THE RESULTS DIFFER between engines");
    }
    for (Engine engine : options.engines()) {
      results
          .absence(measure.id(), engine)
          .ifPresent(why -> remarks.add("      %s: %s".formatted(engine.label(), why)));
    }
    figures(measure, "MiB written", s -> s.bytes() / 1048576).ifPresent(remarks::add);
    figures(measure, "slowest commit, ms", Sample::slowestMillis).ifPresent(remarks::add);
    figures(measure, "heap at most, MiB", Sample::heapMebibytes).ifPresent(remarks::add);
    return remarks;
  }

  private Optional<String> figures(
      Measure measure, String name, java.util.function.ToDoubleFunction<Sample> figure) {
    StringBuilder line = new StringBuilder("      %-34s".formatted(name));
    boolean any = false;
    for (Engine engine : options.engines()) {
      double most = results.most(measure.id(), engine, figure).orElse(0.0);
      any |= most > 0;
      line.append("%-25s".formatted(most > 0 ? String.format(Locale.ROOT, "%.1f", most) : "-"));
    }
    return any ? Optional.of(line.toString().stripTrailing()) : Optional.empty();
  }

  private List<String> footer(long seconds) {
    List<String> lines = new ArrayList<>();
    lines.add("Peak memory of the processes, MiB, not to be above Iceberg's: " + memory());
    long goals = measures.stream().mapToLong(m -> m.goals().size()).sum();
    long met =
        measures.stream()
            .flatMap(
                m ->
                    m.goals().stream()
                        .flatMap(g -> g.reached(results, m).filter(r -> r <= g.limit()).stream()))
            .count();
    lines.add("%d of %d goals reached; %d s".formatted(met, goals, seconds));
    return lines;
  }

  private String memory() {
    StringBuilder memory = new StringBuilder();
    for (Engine engine : options.engines()) {
      results
          .residentMebibytes(engine)
          .ifPresent(mebibytes -> memory.append("%s %.0f  ".formatted(engine.label(), mebibytes)));
    }
    Optional<Double> ours = results.residentMebibytes(Engine.FIRN);
    results
        .residentMebibytes(Engine.ICEBERG)
        .flatMap(theirs -> ours.map(mebibytes -> mebibytes / theirs))
        .ifPresent(
            ratio ->
                memory.append("reached %s  %s".formatted(ratio(ratio), ratio <= 1 ? "yes" : "NO")));
    return memory.toString().stripTrailing();
  }

  private static String millis(double value) {
    return String.format(Locale.ROOT, value < 100 ? "%.1f" : "%.0f", value);
  }

  private static String ratio(double value) {
    return String.format(Locale.ROOT, value < 10 ? "%.2f" : "%.0f", value);
  }
}

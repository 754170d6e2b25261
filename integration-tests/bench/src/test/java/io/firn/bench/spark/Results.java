package io.firn.bench.spark;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/** What was measured: samples by measure, engine and round, and why there are none. */
final class Results {
  private final Map<String, Map<Engine, List<Sample>>> samples = new LinkedHashMap<>();
  private final Map<String, Map<Engine, String>> absent = new LinkedHashMap<>();
  private final Map<String, Map<Engine, String>> checks = new LinkedHashMap<>();
  private final Map<Engine, Double> resident = new EnumMap<>(Engine.class);

  void add(Measure measure, Engine engine, Sample sample) {
    of(samples, measure.id()).computeIfAbsent(engine, e -> new ArrayList<>()).add(sample);
  }

  void addCheck(Measure measure, Engine engine, String check) {
    of(checks, measure.id()).put(engine, check);
  }

  /** Why an engine has no samples of a measure. */
  void addAbsence(Measure measure, Engine engine, String why) {
    of(absent, measure.id()).put(engine, why);
  }

  void addResident(Engine engine, double mebibytes) {
    resident.merge(engine, mebibytes, Math::max);
  }

  private static <T> Map<Engine, T> of(Map<String, Map<Engine, T>> all, String measure) {
    return all.computeIfAbsent(measure, m -> new EnumMap<>(Engine.class));
  }

  List<Sample> samples(String measure, Engine engine) {
    return samples.getOrDefault(measure, Map.of()).getOrDefault(engine, List.of());
  }

  Optional<String> absence(String measure, Engine engine) {
    return Optional.ofNullable(absent.getOrDefault(measure, Map.of()).get(engine));
  }

  Optional<Double> residentMebibytes(Engine engine) {
    return Optional.ofNullable(resident.get(engine));
  }

  /** Whether all engines that did it came to the same; an engine that did not has no say. */
  boolean agree(String measure) {
    return checks.getOrDefault(measure, Map.of()).values().stream().distinct().count() <= 1;
  }

  Optional<Double> median(String measure, Engine engine, ToDoubleFunction<Sample> figure) {
    return median(samples(measure, engine).stream().mapToDouble(figure).boxed().sorted().toList());
  }

  Optional<Double> most(String measure, Engine engine, ToDoubleFunction<Sample> figure) {
    return samples(measure, engine).stream().map(figure::applyAsDouble).max(Double::compare);
  }

  Optional<Double> least(String measure, Engine engine, ToDoubleFunction<Sample> figure) {
    return samples(measure, engine).stream().map(figure::applyAsDouble).min(Double::compare);
  }

  /** The median, over the rounds, of Firn's figure divided by the other engine's of that round. */
  Optional<Double> ratio(String measure, Engine other, ToDoubleFunction<Sample> figure) {
    List<Sample> ours = samples(measure, Engine.FIRN);
    List<Sample> theirs = samples(measure, other);
    List<Double> ratios = new ArrayList<>();
    for (int i = 0; i < Math.min(ours.size(), theirs.size()); i++) {
      double divisor = figure.applyAsDouble(theirs.get(i));
      if (divisor > 0) {
        ratios.add(figure.applyAsDouble(ours.get(i)) / divisor);
      }
    }
    return median(ratios.stream().sorted().toList());
  }

  private static Optional<Double> median(List<Double> sorted) {
    int size = sorted.size();
    return size == 0
        ? Optional.empty()
        : Optional.of((sorted.get((size - 1) / 2) + sorted.get(size / 2)) / 2);
  }
}

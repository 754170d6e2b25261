package io.firn.bench.spark;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** What Firn is to reach in a measure. */
sealed interface Goal {
  /** As the table shows it. */
  String text();

  /** What was reached; empty if the figures for it are missing. */
  Optional<Double> reached(Results results, Measure measure);

  double limit();

  /** The engines that Firn is compared with. */
  default List<Engine> engines() {
    return List.of();
  }

  /** The ratio of times to one engine's, or to the faster one of several. */
  record Time(double limit, List<Engine> engines) implements Goal {
    static Time of(double limit, Engine... engines) {
      return new Time(limit, List.of(engines));
    }

    @Override
    public String text() {
      String names = engines.stream().map(Engine::label).collect(Collectors.joining(", "));
      return "<= %s x %s%s"
          .formatted(number(limit), engines.size() > 1 ? "the best of " : "", names);
    }

    @Override
    public Optional<Double> reached(Results results, Measure measure) {
      return engines.stream()
          .flatMap(engine -> results.ratio(measure.id(), engine, Sample::millis).stream())
          .max(Double::compare);
    }
  }

  /** The ratio of bytes that were written. */
  record Bytes(double limit, Engine engine) implements Goal {
    @Override
    public List<Engine> engines() {
      return List.of(engine);
    }

    @Override
    public String text() {
      return "bytes <= %s x %s".formatted(number(limit), engine.label());
    }

    @Override
    public Optional<Double> reached(Results results, Measure measure) {
      return results.ratio(measure.id(), engine, sample -> sample.bytes());
    }
  }

  /** The ratio to another measure of Firn itself. */
  record Beside(double limit, String other) implements Goal {
    @Override
    public String text() {
      return "<= %s x '%s'".formatted(number(limit), other);
    }

    @Override
    public Optional<Double> reached(Results results, Measure measure) {
      Optional<Double> ours = results.median(measure.id(), Engine.FIRN, Sample::millis);
      return results
          .median(measure.workload() + "/" + other, Engine.FIRN, Sample::millis)
          .flatMap(theirs -> ours.map(millis -> millis / theirs));
    }
  }

  /** The ratio to what it is paired with, see {@link Measure#pairedWith}. */
  record Paired(double limit, String other) implements Goal {
    @Override
    public String text() {
      return "<= %s x %s".formatted(number(limit), other);
    }

    @Override
    public Optional<Double> reached(Results results, Measure measure) {
      return results.median(
          measure.id(), Engine.FIRN, sample -> sample.millis() / sample.pairMillis());
    }
  }

  /** Milliseconds of the slowest commit, in any round. */
  record Slowest(double limit) implements Goal {
    @Override
    public String text() {
      return "slowest <= %s ms".formatted(number(limit));
    }

    @Override
    public Optional<Double> reached(Results results, Measure measure) {
      return results.samples(measure.id(), Engine.FIRN).stream()
          .map(Sample::slowestMillis)
          .max(Double::compare);
    }
  }

  /** Milliseconds. */
  record Millis(double limit) implements Goal {
    @Override
    public String text() {
      return "<= %s ms".formatted(number(limit));
    }

    @Override
    public Optional<Double> reached(Results results, Measure measure) {
      return results.median(measure.id(), Engine.FIRN, Sample::millis);
    }
  }

  private static String number(double value) {
    return value == Math.rint(value)
        ? String.valueOf((long) value)
        : String.format(Locale.ROOT, "%s", value);
  }
}

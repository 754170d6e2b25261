package io.firn.bench.spark;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** One row of the table: what is done in each engine, timed, round by round. */
final class Measure {
  private final String workload;
  private final String name;
  private final Step measured;
  private final List<Goal> goals = new ArrayList<>();
  private Function<Engine, Optional<String>> missing = engine -> Optional.empty();
  private Function<Lake, Optional<String>> missingData = lake -> Optional.empty();
  private Step preparation = lake -> {};
  private Step before = lake -> {};
  private Function<Lake, String> check = lake -> "";
  private Optional<String> counted = Optional.empty();
  private Optional<Step> pair = Optional.empty();
  private boolean slow;
  private boolean once;
  private boolean brief;
  private boolean warm;

  private Measure(String workload, String name, Step measured) {
    this.workload = workload;
    this.name = name;
    this.measured = measured;
  }

  static Measure of(String workload, String name, Step measured) {
    return new Measure(workload, name, measured);
  }

  /** Why an engine cannot do it, empty if it can. */
  Measure missing(Function<Engine, Optional<String>> reason) {
    missing = reason;
    return this;
  }

  /** Why there is nothing to measure with, empty if there is. */
  Measure missingData(Function<Lake, Optional<String>> reason) {
    missingData = reason;
    return this;
  }

  Measure onlyIn(String reason, Engine... engines) {
    return missing(
        engine -> Arrays.asList(engines).contains(engine) ? Optional.empty() : Optional.of(reason));
  }

  /** Before the first round. */
  Measure prepare(Step step) {
    preparation = step;
    return this;
  }

  /** Before each round, not timed. */
  Measure before(Step step) {
    before = step;
    return this;
  }

  /** A text that must be the same in all engines after the first round. */
  Measure check(Function<Lake, String> text) {
    check = text;
    return this;
  }

  /** Counts the bytes of new files of a table. */
  Measure countingBytesOf(String table) {
    counted = Optional.of(table);
    return this;
  }

  /** In Firn, is timed as well in each round, just before. */
  Measure pairedWith(Step step) {
    pair = Optional.of(step);
    return this;
  }

  Measure goals(Goal... more) {
    goals.addAll(Arrays.asList(more));
    return this;
  }

  /** It takes seconds: fewer rounds. */
  Measure slow() {
    slow = true;
    return this;
  }

  /** It takes minutes: one round, no warm-up. */
  Measure once() {
    once = true;
    return this;
  }

  /** It takes a part of a second, and differs from round to round: more rounds, and before them. */
  Measure brief() {
    brief = true;
    return this;
  }

  /** An earlier row of the workload has run the same code: no more warm-up than others have. */
  Measure warm() {
    warm = true;
    return this;
  }

  String workload() {
    return workload;
  }

  String name() {
    return name;
  }

  String id() {
    return workload + "/" + name;
  }

  List<Goal> goals() {
    return goals;
  }

  Optional<String> missingIn(Engine engine) {
    return missing.apply(engine);
  }

  void prepareIn(Lake lake) throws Exception {
    Optional<String> reason = missingData.apply(lake);
    if (reason.isPresent()) {
      throw new IllegalStateException(reason.get());
    }
    preparation.run(lake);
  }

  Step before() {
    return before;
  }

  Step measured() {
    return measured;
  }

  Optional<Step> pair() {
    return pair;
  }

  String checked(Lake lake) {
    return check.apply(lake);
  }

  Optional<String> counted() {
    return counted;
  }

  /** Rounds before those that count. Firn has as many as any engine. */
  int warmUp(Scale scale, Engine engine) {
    if (once) {
      return 0;
    }
    return slow
        ? Math.min(1, scale.warmUp())
        : scale.warmUp() + (brief && !warm && counts(engine) ? scale.moreWarmUp() : 0);
  }

  int rounds(Scale scale) {
    return once ? 1 : slow ? scale.slowRounds() : scale.rounds() + (brief ? scale.moreRounds() : 0);
  }

  /** An engine that is no goal's yardstick is only shown, after fewer rounds. */
  int rounds(Scale scale, Engine engine) {
    return counts(engine) ? rounds(scale) : Math.min(rounds(scale), scale.shownRounds());
  }

  private boolean counts(Engine engine) {
    return engine == Engine.FIRN
        || goals.isEmpty()
        || goals.stream().anyMatch(goal -> goal.engines().contains(engine));
  }
}

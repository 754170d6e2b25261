package io.firn.bench.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class ReportTest {
  private static final BenchOptions OPTIONS =
      BenchOptions.of("scan", "--against", "iceberg,delta,parquet", "--quick");

  private final Results results = new Results();

  private static Measure measure(Goal... goals) {
    return Measure.of("scan", "all columns", lake -> {}).goals(goals);
  }

  private static Sample sample(double millis) {
    return new Sample(millis, 2 * millis, 10 * millis, 0, millis, millis / 2);
  }

  private void measured(Measure measure, Engine engine, double... millis) {
    for (double one : millis) {
      results.add(measure, engine, sample(one));
    }
  }

  @Test
  void ratioIsTheMedianOverPairsOfRounds() {
    Measure measure = measure();
    // Noise that hits one round of both is no noise in the ratio: the medians are 20 and 30.
    measured(measure, Engine.FIRN, 10, 400, 20);
    measured(measure, Engine.ICEBERG, 20, 1000, 30);

    assertEquals(Optional.of(0.5), results.ratio(measure.id(), Engine.ICEBERG, Sample::millis));
    assertEquals(Optional.empty(), results.ratio(measure.id(), Engine.DELTA, Sample::millis));
  }

  @Test
  void medianOfAnEvenNumberIsBetweenTheMiddleTwo() {
    Measure measure = measure();
    measured(measure, Engine.FIRN, 4, 1, 3, 100);

    assertEquals(Optional.of(3.5), results.median(measure.id(), Engine.FIRN, Sample::millis));
  }

  @Test
  void timeBesideSeveralEnginesCountsTheFastest() {
    Goal goal = Goal.Time.of(0.6, Engine.ICEBERG, Engine.DELTA);
    Measure measure = measure(goal);
    measured(measure, Engine.FIRN, 10);
    measured(measure, Engine.ICEBERG, 40);
    measured(measure, Engine.DELTA, 20);

    assertEquals(Optional.of(0.5), goal.reached(results, measure));
  }

  @Test
  void measureIsComparedWithAnotherOfFirn() {
    Measure clean = Measure.of("scan", "clean", lake -> {});
    Goal goal = new Goal.Beside(1.08, "clean");
    Measure measure = measure(goal);
    measured(clean, Engine.FIRN, 100);
    measured(measure, Engine.FIRN, 150);

    assertEquals(Optional.of(1.5), goal.reached(results, measure));
  }

  @Test
  void slowestCommitOfAllRoundsCounts() {
    Goal goal = new Goal.Slowest(1500);
    Measure measure = measure(goal);
    measured(measure, Engine.FIRN, 10, 1700, 20);

    assertEquals(Optional.of(1700.0), goal.reached(results, measure));
  }

  @Test
  void aPairIsComparedRoundByRound() {
    Measure measure = measure(new Goal.Paired(1.08, "the same without deletes"));
    measured(measure, Engine.FIRN, 10, 30);

    assertEquals(Optional.of(2.0), measure.goals().get(0).reached(results, measure));
    assertEquals("<= 1.08 x the same without deletes", measure.goals().get(0).text());
  }

  @Test
  void reportShowsGoalsWhetherReachedAndWhatIsAbsent() {
    Measure measure =
        measure(
            Goal.Time.of(0.95, Engine.ICEBERG),
            Goal.Time.of(1.05, Engine.PARQUET),
            new Goal.Bytes(1, Engine.ICEBERG));
    measured(measure, Engine.FIRN, 12, 10);
    measured(measure, Engine.ICEBERG, 10, 10);
    results.addAbsence(measure, Engine.DELTA, "cannot do that");

    String text = new Report(OPTIONS, List.of(measure), results).text(7);

    assertTrue(
        text.contains(
            "all columns                           11.0 (10.0 - 12.0)       10.0 (10.0 - 10.0)"),
        text);
    assertTrue(
        text.contains("<= 0.95 x iceberg                        1.10  NO  (cpu 1.10)"), text);
    assertTrue(text.contains("<= 1.05 x parquet                              not measured"), text);
    assertTrue(text.contains("bytes <= 1 x iceberg                     1.10  NO"), text);
    assertTrue(text.contains("delta: cannot do that"), text);
    assertTrue(text.contains("0 of 3 goals reached; 7 s"), text);
    assertFalse(text.contains("DIFFER"), text);
  }

  @Test
  void reportSaysThatResultsDiffer() {
    Measure measure = measure();
    results.addCheck(measure, Engine.FIRN, "[1]");
    results.addCheck(measure, Engine.ICEBERG, "[2]");

    String text = new Report(OPTIONS, List.of(measure), results).text(7);

    assertTrue(text.contains("THE RESULTS DIFFER between engines"), text);
  }

  @Test
  void jsonLinesHoldEachSampleAndEachAbsence() throws Exception {
    Measure measure = measure();
    measured(measure, Engine.FIRN, 12);
    results.addAbsence(measure, Engine.DELTA, "cannot do that");

    assertEquals(
        List.of(
            "{\"scale\":\"quick\",\"workload\":\"scan\",\"measure\":\"all columns\",\"engine\":\"firn\",\"round\":0,"
                + "\"millis\":12.0,\"cpu_millis\":24.0,\"bytes\":120.0,\"heap_mebibytes\":0.0,\"slowest_millis\":12.0,\"pair_millis\":6.0}",
            "{\"scale\":\"quick\",\"workload\":\"scan\",\"measure\":\"all columns\",\"engine\":\"delta\","
                + "\"absent\":\"cannot do that\"}"),
        JsonLines.of(OPTIONS, List.of(measure), results));
  }

  @Test
  void chartPutsEqualTimesOnTheMiddleLine() {
    Measure measure = measure();
    measured(measure, Engine.FIRN, 10);
    measured(measure, Engine.ICEBERG, 10);
    measured(measure, Engine.PARQUET, 1);

    String svg = new Chart(OPTIONS, List.of(measure), results).svg();

    assertTrue(svg.contains("<line x1=\"570\" y1=\"52\" x2=\"570\""), svg);
    assertTrue(svg.contains("<circle cx=\"570\" cy=\"69\" r=\"5\" fill=\"#2b7bba\">"), svg);
    assertTrue(svg.contains("<circle cx=\"810\" cy=\"69\" r=\"5\" fill=\"#6a994e\">"), svg);
  }
}

package io.firn.race;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Random histories of statements that race add up as {@link Oracle} says, and mistakes do not. More
 * histories: {@code ./firn race}.
 */
class RowRaceTest {
  private static final String THREADS = "firn.worker.num-threads";
  private static Optional<String> threadsBefore = Optional.empty();

  /** So that all calls to the storage come from the writers, in one order. */
  @BeforeAll
  static void readManifestsInOneThread() {
    threadsBefore = Optional.ofNullable(System.setProperty(THREADS, "1"));
  }

  @AfterAll
  static void readManifestsAsBefore() {
    threadsBefore.ifPresentOrElse(
        before -> System.setProperty(THREADS, before), () -> System.clearProperty(THREADS));
  }

  @Test
  void everyHistoryAddsUp() {
    int histories = 160;
    Race race = new Race(1, histories, 3);
    race.firstWrong(Mutation.NONE)
        .ifPresent(
            wrong -> {
              throw new AssertionError(
                  "seed " + wrong.seed() + "\n" + wrong.plan().text(), wrong.why());
            });
    for (PairMatrix.Outcome outcome : PairMatrix.Outcome.values()) {
      assertTrue(race.matrix().count(outcome) > histories / 4, race.matrix().text());
    }
  }

  @ParameterizedTest
  @EnumSource(names = "NONE", mode = EnumSource.Mode.EXCLUDE)
  void mistakesAreNoticed(Mutation mutation) {
    assertTrue(new Race(1, 600, 3).firstWrong(mutation).isPresent(), mutation + " was not noticed");
  }

  @Test
  void aHistoryThatGoesWrongIsShrunkToWhatItTakes() {
    Race.Wrong wrong = new Race(1, 600, 3).firstWrong(Mutation.LATE_BASE).orElseThrow();
    RacePlan small = Shrinker.shrink(wrong.plan(), Mutation.LATE_BASE);
    RacePlan read = RacePlan.parse("# for people\n" + small.text());
    assertEquals(small, read);
    assertTrue(Shrinker.fails(read, read.replay(), Mutation.LATE_BASE), small.text());
    assertTrue(!Shrinker.fails(read, read.replay(), Mutation.NONE), small.text());
    int statements = read.writers().stream().mapToInt(w -> w.size()).sum();
    assertTrue(read.writers().size() <= 2 && statements <= 3, small.text());
    assertEquals(java.util.List.of(), read.troubles());
  }

  @Test
  void aSeedGivesOneHistory() {
    for (long seed = 1; seed <= 12; seed++) {
      assertEquals(history(seed), history(seed), "seed " + seed);
    }
  }

  private static String history(long seed) {
    RacePlan plan = RacePlan.of(seed, 3, 3);
    Chance.Seeded chance = plan.chance(seed);
    RowRace race = new RowRace(plan, chance, Mutation.NONE);
    race.run();
    RacePlan asItWas = plan.with(chance);
    RowRace again = new RowRace(asItWas, asItWas.replay(), Mutation.NONE);
    again.run();
    assertEquals(outcome(race), outcome(again), "replay of seed " + seed);
    return asItWas.text() + outcome(race);
  }

  private static String outcome(RowRace race) {
    return race.attempts + " " + race.history("main");
  }
}

package io.firn.race;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Random histories of statements that race add up as {@link Oracle} says, and mistakes do not. More
 * histories: {@code ./firn race}.
 */
@ExtendWith(OneThread.class)
class RowRaceTest {

  @Test
  void everyHistoryAddsUp() {
    int histories = 120;
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

  /** The seeds are those after which a mistake shows soon. */
  @ParameterizedTest
  @CsvSource({
    "SHIFTED_RUN, 3",
    "MISSING_RUN, 268",
    "SWAPPED_TARGETS, 6",
    "WRONG_AGE, 1",
    "WRONG_COMMAND, 26",
    "FORGOTTEN_DELETES, 3",
    "LATE_BASE, 1"
  })
  void mistakesAreNoticed(Mutation mutation, long firstSeed) {
    assertTrue(
        new Race(firstSeed, 600, 3).firstWrong(mutation).isPresent(),
        mutation + " was not noticed");
  }

  @Test
  void aHistoryThatGoesWrongIsShrunkToWhatItTakes() {
    Race.Wrong wrong = new Race(1, 1, 3).firstWrong(Mutation.LATE_BASE).orElseThrow();
    RacePlan small = Shrinker.shrink(wrong.plan(), Mutation.LATE_BASE);
    RacePlan read = RacePlan.parse("# for people\n" + small.text());
    assertEquals(small, read);
    assertTrue(Shrinker.fails(read, read.replay(), Mutation.LATE_BASE), small.text());
    assertFalse(Shrinker.fails(read, read.replay(), Mutation.NONE), small.text());
    int statements = read.writers().stream().mapToInt(List::size).sum();
    assertTrue(read.writers().size() <= 2 && statements <= 3, small.text());
  }

  @Test
  void aSeedGivesOneHistory() {
    for (long seed = 1; seed <= 6; seed++) {
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

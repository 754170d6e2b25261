package io.firn.race;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Leaves out of a race that goes wrong whatever it goes wrong without. */
final class Shrinker {
  /** Other orders of turns that are tried when the old one shows nothing. */
  private static final int OTHER_TURNS = 15;

  private final Mutation mutation;
  private RacePlan best;

  private Shrinker(RacePlan plan, Mutation mutation) {
    this.best = plan;
    this.mutation = mutation;
  }

  /** A smaller plan that goes wrong too; the plan itself if there is none. */
  static RacePlan shrink(RacePlan plan, Mutation mutation) {
    Shrinker shrinker = new Shrinker(plan, mutation);
    while (shrinker.step()) {
      // Until nothing can be left out any more.
    }
    return shrinker.best;
  }

  /** Whether the plan goes wrong. */
  static boolean fails(RacePlan plan, Chance chance, Mutation mutation) {
    RowRace race = new RowRace(plan, chance, mutation);
    try {
      race.run();
      Oracle.check(race);
      return false;
    } catch (Exception | AssertionError e) {
      return true;
    }
  }

  private boolean step() {
    return coarser() || withoutTroubles() || withoutStatements() || withoutTurns();
  }

  private boolean coarser() {
    return best.fine()
        && tries(best.with(best.writers(), false, best.turns(), best.troubles()), true);
  }

  private boolean withoutTroubles() {
    if (best.troubles().isEmpty()) {
      return false;
    }
    if (tries(best.with(best.writers(), best.fine(), best.turns(), List.of()), true)) {
      return true;
    }
    for (int i = 0; i < best.troubles().size(); i++) {
      List<Trouble.At> fewer = new ArrayList<>(best.troubles());
      fewer.remove(i);
      if (tries(best.with(best.writers(), best.fine(), best.turns(), fewer), false)) {
        return true;
      }
    }
    return false;
  }

  private boolean withoutStatements() {
    for (int w = 0; w < best.writers().size(); w++) {
      List<List<Planned>> fewer = new ArrayList<>(best.writers());
      fewer.remove(w);
      if (tries(of(fewer), true)) {
        return true;
      }
    }
    for (int w = 0; w < best.writers().size(); w++) {
      for (int i = 0; i < best.writers().get(w).size(); i++) {
        List<Planned> statements = new ArrayList<>(best.writers().get(w));
        statements.remove(i);
        List<List<Planned>> fewer = new ArrayList<>(best.writers());
        fewer.set(w, statements);
        fewer.removeIf(List::isEmpty);
        if (tries(of(fewer), true)) {
          return true;
        }
      }
    }
    return false;
  }

  /** With what concerns these statements only. */
  private RacePlan of(List<List<Planned>> writers) {
    Set<Integer> numbers = new HashSet<>();
    writers.forEach(statements -> statements.forEach(s -> numbers.add(s.number())));
    return best.with(
        writers,
        best.fine(),
        best.turns().stream().filter(numbers::contains).toList(),
        best.troubles().stream().filter(t -> numbers.contains(t.statement())).toList());
  }

  private boolean withoutTurns() {
    for (int size = best.turns().size() / 2; size > 0; size /= 2) {
      for (int from = 0; from + size <= best.turns().size(); from += size) {
        List<Integer> fewer = new ArrayList<>(best.turns());
        fewer.subList(from, from + size).clear();
        if (tries(best.with(best.writers(), best.fine(), fewer, best.troubles()), false)) {
          return true;
        }
      }
    }
    return false;
  }

  private boolean tries(RacePlan plan, boolean otherTurns) {
    if (plan.writers().isEmpty()) {
      return false;
    }
    if (fails(plan, plan.replay(), mutation)) {
      best = plan;
      return true;
    }
    for (int seed = 0; otherTurns && plan.troubles().isEmpty() && seed < OTHER_TURNS; seed++) {
      Chance.Seeded chance = new Chance.Seeded(seed, plan.fine(), Chance.Rates.NONE);
      if (fails(plan, chance, mutation)) {
        best = plan.with(chance);
        return true;
      }
    }
    return false;
  }
}

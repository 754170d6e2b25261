package io.firn.race;

import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;

/** Who moves when, and what happens to whom: by a seed, or as it was once. */
interface Chance {
  Chance NONE = new Replay(false, List.of(), List.of());

  /** Whether the others may move before each call to the storage too, not to the catalog only. */
  boolean isFine();

  /** Which of the statements that can go on does; in the order of their writers. */
  int next(List<Integer> statements);

  Set<Trouble> at(int statement, int call, Writer.Target target);

  /** How often troubles come: a rate for swaps, one for calls to the storage, one for deaths. */
  record Rates(double swaps, double storage, double deaths) {
    static final Rates NONE = new Rates(0, 0, 0);
  }

  /** By a seed; remembers what it said. */
  final class Seeded implements Chance {
    private static final Trouble[] SWAPS = {
      Trouble.STALE,
      Trouble.REFUSED,
      Trouble.REQUEST_LOST,
      Trouble.REQUEST_LOST_NAMELESS,
      Trouble.REQUEST_DELAYED,
      Trouble.ANSWER_LOST,
      Trouble.ANSWER_LOST_NAMELESS,
      Trouble.THROWS_AFTER,
      Trouble.DIES_AFTER,
      Trouble.DISK_FULL
    };

    /** In a fine race one statement goes on for some calls, or a thread switch takes the time. */
    private static final double FINE_SWITCHES = 0.25;

    private final Random random;
    private final boolean fine;
    private final Rates rates;
    private final List<Integer> turns = new ArrayList<>();
    private final List<Trouble.At> troubles = new ArrayList<>();

    Seeded(long seed, boolean fine, Rates rates) {
      this.random = new Random(seed);
      this.fine = fine;
      this.rates = rates;
    }

    List<Integer> turns() {
      return turns;
    }

    List<Trouble.At> troubles() {
      return troubles;
    }

    @Override
    public boolean isFine() {
      return fine;
    }

    @Override
    public int next(List<Integer> statements) {
      int last = turns.isEmpty() ? -1 : turns.get(turns.size() - 1);
      boolean goesOn = fine && statements.contains(last) && random.nextDouble() > FINE_SWITCHES;
      int chosen = goesOn ? last : statements.get(random.nextInt(statements.size()));
      turns.add(chosen);
      return chosen;
    }

    @Override
    public Set<Trouble> at(int statement, int call, Writer.Target target) {
      Set<Trouble> found = Writer.none();
      if (rates == Rates.NONE) {
        return found;
      }
      if (random.nextDouble() < rates.deaths()) {
        found.add(Trouble.KILLED);
      }
      switch (target) {
        case STORAGE -> add(found, rates.storage(), Trouble.STORAGE_FAILS);
        case LOAD -> add(found, rates.swaps() / 4, Trouble.LOAD_FAILS);
        case SWAP -> {
          add(found, rates.swaps(), Trouble.DELIVERY);
          add(found, rates.deaths() * 20, Trouble.KILLED_AFTER);
          if (random.nextDouble() < rates.swaps()) {
            found.add(SWAPS[random.nextInt(SWAPS.length)]);
          }
        }
      }
      found.forEach(trouble -> troubles.add(new Trouble.At(statement, call, trouble)));
      return found;
    }

    private void add(Set<Trouble> found, double rate, Trouble trouble) {
      if (random.nextDouble() < rate) {
        found.add(trouble);
      }
    }
  }

  /**
   * As it was told. A turn of a statement that cannot go on is passed over; when there are no more
   * turns the first writer goes on.
   */
  final class Replay implements Chance {
    private final boolean fine;
    private final List<Integer> turns;
    private final Map<String, Set<Trouble>> troubles = new HashMap<>();
    private int next;

    Replay(boolean fine, List<Integer> turns, List<Trouble.At> troubles) {
      this.fine = fine;
      this.turns = turns;
      troubles.forEach(
          at ->
              this.troubles
                  .computeIfAbsent(
                      at.statement() + " " + at.call(), k -> EnumSet.noneOf(Trouble.class))
                  .add(at.trouble()));
    }

    @Override
    public boolean isFine() {
      return fine;
    }

    @Override
    public int next(List<Integer> statements) {
      while (next < turns.size()) {
        int wanted = turns.get(next++);
        if (statements.contains(wanted)) {
          return wanted;
        }
      }
      return statements.get(0);
    }

    @Override
    public Set<Trouble> at(int statement, int call, Writer.Target target) {
      return troubles.isEmpty()
          ? Collections.emptySet()
          : troubles.getOrDefault(statement + " " + call, Set.of());
    }
  }

  /** {@code 3*4 1 3} for 3 3 3 3 1 3. */
  static String text(List<Integer> turns) {
    List<String> runs = new ArrayList<>();
    for (int i = 0; i < turns.size(); ) {
      int end = i;
      while (end < turns.size() && turns.get(end).equals(turns.get(i))) {
        end++;
      }
      runs.add(turns.get(i) + (end - i > 1 ? "*" + (end - i) : ""));
      i = end;
    }
    return runs.stream().collect(Collectors.joining(" "));
  }

  static List<Integer> parseTurns(String text) {
    List<Integer> turns = new ArrayList<>();
    for (String run : text.isBlank() ? new String[0] : text.trim().split(" +")) {
      String[] parts = run.split("\\*");
      int times = parts.length > 1 ? Integer.parseInt(parts[1]) : 1;
      turns.addAll(Collections.nCopies(times, Integer.parseInt(parts[0])));
    }
    return turns;
  }
}

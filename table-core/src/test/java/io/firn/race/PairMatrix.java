package io.firn.race;

import io.firn.model.Snapshot;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What became of statements when others had landed since they read. Pairs are those of statements
 * that had met exactly one commit, so that its part in the outcome is sure.
 */
final class PairMatrix {

  /** What became of the pending statement. */
  enum Outcome {
    /** Its files were altered to follow the landed commit. */
    REBASED,
    /** The landed commit was none of its business. */
    CLEAR,
    CONFLICT
  }

  private final Map<String, Map<String, long[]>> pairs = new TreeMap<>();
  private final Map<String, Long> reasons = new TreeMap<>();
  private final Map<String, Long> told = new TreeMap<>();
  private final long[] outcomes = new long[Outcome.values().length];
  private long histories;

  /** Takes in a race that is over. Thread-safe. */
  synchronized void add(RowRace race) {
    histories++;
    race.reasons.forEach((reason, times) -> reasons.merge(reason, (long) times, Long::sum));
    for (String branch : race.branches()) {
      addCommitted(race, branch);
    }
    for (Attempt attempt : race.attempts.values()) {
      told.merge(attempt.told().name().toLowerCase(java.util.Locale.ROOT), 1L, Long::sum);
      if (attempt.told() == Attempt.Told.CONFLICT) {
        outcomes[Outcome.CONFLICT.ordinal()]++;
        if (attempt.met().size() == 1) {
          pair(attempt, race.attempt(attempt.met().get(0)), Outcome.CONFLICT);
        }
      }
    }
  }

  private void addCommitted(RowRace race, String branch) {
    List<Snapshot> line = race.history(branch);
    for (int i = 0; i < line.size(); i++) {
      Attempt attempt = race.attempt(line.get(i));
      if (race.plan.before().contains(attempt.planned())) {
        continue;
      }
      int from = i - 1;
      while (from >= 0 && line.get(from).snapshotId() != attempt.base().orElse(-1)) {
        from--;
      }
      if (from == i - 1) {
        continue;
      }
      Outcome outcome =
          line.get(i).summary().containsKey("rebased-over-commits")
              ? Outcome.REBASED
              : Outcome.CLEAR;
      outcomes[outcome.ordinal()]++;
      if (from == i - 2) {
        pair(attempt, race.attempt(line.get(i - 1)), outcome);
      }
    }
  }

  private void pair(Attempt pending, Attempt landed, Outcome outcome) {
    pairs.computeIfAbsent(pending.planned().kind(), k -> new TreeMap<>())
        .computeIfAbsent(landed.planned().kind(), k -> new long[Outcome.values().length])[
        outcome.ordinal()]++;
  }

  synchronized long histories() {
    return histories;
  }

  synchronized long count(Outcome outcome) {
    return outcomes[outcome.ordinal()];
  }

  /** The table, for people. */
  synchronized String text() {
    StringBuilder text = new StringBuilder();
    text.append(
        "Statements that others overtook: %d rebased, %d clear, %d in conflict\n"
            .formatted(outcomes[0], outcomes[1], outcomes[2]));
    text.append("All statements: ").append(told).append("\n\n");
    text.append("Overtaken by one commit (columns: what landed; rows: what was pending)\n\n");
    TreeSet<String> columns = new TreeSet<>();
    pairs.values().forEach(row -> columns.addAll(row.keySet()));
    appendHeads(text, columns);
    pairs.forEach(
        (pending, row) -> {
          for (Outcome outcome : Outcome.values()) {
            text.append(
                "%-16s%-9s"
                    .formatted(
                        outcome == Outcome.REBASED ? pending : "",
                        outcome.name().toLowerCase(java.util.Locale.ROOT)));
            for (String column : columns) {
              long[] counts = row.getOrDefault(column, new long[Outcome.values().length]);
              long count = counts[outcome.ordinal()];
              text.append("%9s".formatted(count == 0 ? "." : Long.toString(count)));
            }
            text.append('\n');
          }
        });
    text.append("\nWhy statements failed\n\n");
    reasons.entrySet().stream()
        .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
        .limit(40)
        .forEach(e -> text.append("%9d  %s\n".formatted(e.getValue(), e.getKey())));
    return text.toString();
  }

  /** Two words one above the other. */
  private static void appendHeads(StringBuilder text, TreeSet<String> columns) {
    for (int line = 0; line < 2; line++) {
      text.append(" ".repeat(25));
      for (String column : columns) {
        String[] words = column.split(" ");
        String word = line < words.length ? words[line] : "";
        text.append("%9s".formatted(word.substring(0, Math.min(8, word.length()))));
      }
      text.append('\n');
    }
  }
}

package io.firn.it.storm;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** What came of a storm. */
record StormResult(
    StormTable table,
    List<Storm.Submission> submissions,
    Map<String, StormStatement> statements,
    String tag,
    List<Map<String, String>> commits) {

  /** The statements that failed and the compactions, with their messages. */
  List<String> failures() {
    return submissions.stream()
        .filter(s -> s.failure().isPresent())
        .map(s -> s.name() + ": " + s.failure().get())
        .toList();
  }

  /** What is wrong with the table, whatever the engine promises: nothing may be. */
  List<String> anomalies() {
    List<String> anomalies = new ArrayList<>();
    Map<Long, Long> expected = table.firstValues();
    Set<String> committed = new HashSet<>();
    for (Map<String, String> commit : commits) {
      String name = commit.get(tag);
      if (name != null && statements.containsKey(name)) {
        if (!committed.add(name)) {
          anomalies.add(name + " was committed twice");
        }
        statements.get(name).effect().accept(expected);
      }
    }
    for (Storm.Submission one : submissions) {
      boolean isIn = committed.contains(one.name());
      if (!one.kind().equals(Storm.COMPACTION) && isIn == one.failure().isPresent()) {
        anomalies.add(one.name() + (isIn ? " failed, but is in" : " succeeded, but is not in"));
      }
    }
    for (Engine reader : Engine.values()) {
      difference(expected, table.values(reader))
          .ifPresent(what -> anomalies.add("as " + reader + " reads the table: " + what));
    }
    return anomalies;
  }

  private static Optional<String> difference(Map<Long, Long> expected, Map<Long, Long> seen) {
    Set<Long> ids = new LinkedHashSet<>(expected.keySet());
    ids.addAll(seen.keySet());
    List<String> different = new ArrayList<>();
    for (Long id : ids) {
      if (!java.util.Objects.equals(expected.get(id), seen.get(id))) {
        different.add("id %d: %s, not %s".formatted(id, seen.get(id), expected.get(id)));
      }
    }
    return different.isEmpty()
        ? Optional.empty()
        : Optional.of(
            different.size()
                + " rows differ, among them "
                + different.subList(0, Math.min(5, different.size())));
  }

  /** A line for each kind of statement, and the first message of those that failed. */
  String table(Engine engine) {
    StringBuilder text = new StringBuilder(engine.name() + "\n");
    String line = "  %-12s %10s %10s %10s %10s %11s %9s%n";
    text.append(
        line.formatted("", "submitted", "committed", "rebased", "failed", "median ms", "max ms"));
    List<String> kinds =
        Stream.concat(Stream.of(StormWriter.values()).map(Enum::name), Stream.of(Storm.COMPACTION))
            .toList();
    for (String kind : kinds) {
      List<Storm.Submission> all = submissions.stream().filter(s -> s.kind().equals(kind)).toList();
      long failed = all.stream().filter(s -> s.failure().isPresent()).count();
      long[] millis = all.stream().mapToLong(Storm.Submission::millis).sorted().toArray();
      text.append(
          line.formatted(
              kind,
              all.size(),
              all.size() - failed,
              rebased(kind),
              failed,
              millis.length == 0 ? "-" : millis[millis.length / 2],
              millis.length == 0 ? "-" : millis[millis.length - 1]));
    }
    text.append(
        String.format(
            Locale.ROOT, "  written for nothing: %.1f MB%n", table.bytesForNothing(commits) / 1e6));
    for (String kind : kinds) {
      submissions.stream()
          .filter(s -> s.kind().equals(kind) && s.failure().isPresent())
          .findFirst()
          .ifPresent(s -> text.append("  " + s.name() + ": " + s.failure().get() + "\n"));
    }
    return text.toString();
  }

  private long rebased(String kind) {
    return commits.stream()
        .filter(c -> c.containsKey("rebased-over-commits"))
        .filter(
            c ->
                kind.equals(Storm.COMPACTION)
                    ? c.get("operation").equals("replace")
                    : c.getOrDefault(tag, "").startsWith(kind + " "))
        .count();
  }
}

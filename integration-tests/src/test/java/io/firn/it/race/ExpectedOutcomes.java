package io.firn.it.race;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** {@code outcomes.txt}: the one place that says how each race ends. */
final class ExpectedOutcomes {
  private final Map<RaceCase, String> words = new HashMap<>();
  private final List<RaceCase> cases = new ArrayList<>();

  ExpectedOutcomes() {
    List<RaceStatement> seconds =
        List.of(
            RaceStatement.DELETE,
            RaceStatement.UPDATE,
            RaceStatement.MERGE,
            RaceStatement.INSERT,
            RaceStatement.OVERWRITE,
            RaceStatement.METADATA_DELETE);
    for (String line : text().lines().toList()) {
      if (!line.isBlank() && !line.startsWith("#")) {
        String[] cells = line.trim().split("\\s+");
        for (int i = 0; i < seconds.size(); i++) {
          RaceCase race =
              new RaceCase(
                  mode(cells[0]),
                  cells[1],
                  place(cells[2]),
                  RaceStatement.valueOf(cells[3]),
                  seconds.get(i));
          words.put(race, cells[4 + i]);
          cases.add(race);
        }
      }
    }
  }

  /** All races, in the order of the table. */
  List<RaceCase> cases() {
    return List.copyOf(cases);
  }

  /** {@code ok}, or the word of the conflict. */
  String outcome(RaceCase race) {
    return words.get(race);
  }

  private static RaceMode mode(String text) {
    return RaceMode.valueOf(text.toUpperCase(java.util.Locale.ROOT).replace('-', '_'));
  }

  private static Place place(String text) {
    return Place.valueOf(text.toUpperCase(java.util.Locale.ROOT).replace('-', '_'));
  }

  private static String text() {
    try (InputStream in =
        Objects.requireNonNull(ExpectedOutcomes.class.getResourceAsStream("outcomes.txt"))) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}

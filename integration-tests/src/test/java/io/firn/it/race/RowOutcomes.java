package io.firn.it.race;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

/**
 * {@code row-outcomes.txt}: how each race ends that rows decide, whatever the format version, the
 * partitioning, the mode of the statements, and the point at which the first one is overtaken.
 */
final class RowOutcomes {
  private static final List<RaceStatement> SECONDS =
      List.of(
          RaceStatement.DELETE,
          RaceStatement.UPDATE,
          RaceStatement.MERGE,
          RaceStatement.INSERT,
          RaceStatement.INSERT_AROUND,
          RaceStatement.MERGE_NEW,
          RaceStatement.COMPACTION);

  private RowOutcomes() {}

  /** All races, in the order of the file, with their words. */
  static Map<RowRace, String> all() {
    Map<RowRace, String> words = new LinkedHashMap<>();
    for (String line : text().lines().toList()) {
      if (!line.isBlank() && !line.startsWith("#")) {
        String[] cells = line.trim().split("\\s+");
        Place place = Place.valueOf(cells[1].toUpperCase(Locale.ROOT).replace('-', '_'));
        RaceStatement first = RaceStatement.valueOf(cells[2]);
        for (int i = 0; i < SECONDS.size(); i++) {
          words.put(new RowRace(cells[0], place, first, SECONDS.get(i)), cells[3 + i]);
        }
      }
    }
    return words;
  }

  private static String text() {
    try (InputStream in =
        Objects.requireNonNull(RowOutcomes.class.getResourceAsStream("row-outcomes.txt"))) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}

package io.firn.it.storm;

import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * What storm it is.
 *
 * @param minutes how long writers begin statements; 0: each of them as many as {@code statements}
 *     says, without a pause
 * @param rows of the table at first
 */
record StormSettings(
    List<Engine> engines,
    int minutes,
    int statements,
    int rows,
    int formatVersion,
    String mode,
    String isolation) {

  /** A small one, unless system properties say otherwise. */
  static StormSettings ofSystem(int formatVersion, String mode) {
    int minutes = Integer.getInteger("firn.storm.minutes", 0);
    return new StormSettings(
        Stream.of(System.getProperty("firn.storm.engines", "firn").split(","))
            .map(name -> Engine.valueOf(name.toUpperCase(Locale.ROOT)))
            .toList(),
        minutes,
        minutes == 0 ? 3 : Integer.MAX_VALUE,
        minutes == 0 ? 4_000 : 200_000,
        Integer.getInteger("firn.storm.format-version", formatVersion),
        System.getProperty("firn.storm.mode", mode),
        System.getProperty("firn.storm.isolation", "serializable"));
  }

  @Override
  public String toString() {
    return "format version %d, %s, %s, %d rows at first, %s"
        .formatted(
            formatVersion,
            mode,
            isolation,
            rows,
            minutes == 0 ? statements + " statements a writer" : minutes + " minutes");
  }
}

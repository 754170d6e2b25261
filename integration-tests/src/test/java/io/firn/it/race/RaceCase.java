package io.firn.it.race;

/** One race; the isolation is that of the first statement, {@code -} where it has none. */
record RaceCase(
    RaceMode mode, String isolation, Place place, RaceStatement first, RaceStatement second) {

  @Override
  public String toString() {
    return "%s %s %s: %s overtaken by %s"
        .formatted(mode.text(), isolation, place.text(), first, second);
  }
}

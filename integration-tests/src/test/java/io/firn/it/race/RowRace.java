package io.firn.it.race;

/**
 * One race that rows decide; the isolation is that of the first statement, {@code -} where it has
 * none.
 */
record RowRace(String isolation, Place place, RaceStatement first, RaceStatement second) {

  /** Whether it runs in every build: each pair of kinds once, on one row and on two of one file. */
  boolean isUsual() {
    return switch (first) {
      case COMPACTION ->
          place == Place.SAME_ROW && (second.isRowLevel() || second == RaceStatement.COMPACTION);
      case MERGE_NEW -> second == RaceStatement.MERGE_NEW;
      case INSERT -> false;
      default ->
          isSerializable()
              ? isUsualForRowLevel()
              : first == RaceStatement.UPDATE
                  && second == RaceStatement.INSERT
                  && place == Place.SAME_ROW;
    };
  }

  private boolean isUsualForRowLevel() {
    return switch (second) {
      case DELETE, UPDATE -> place != Place.OTHER_PARTITION;
      case MERGE -> place != Place.OTHER_PARTITION || first == RaceStatement.MERGE;
      case MERGE_NEW -> false;
      default -> place == Place.SAME_ROW;
    };
  }

  boolean isSerializable() {
    return isolation.equals("serializable");
  }

  @Override
  public String toString() {
    return "%s %s: %s overtaken by %s".formatted(isolation, place.text(), first, second);
  }
}

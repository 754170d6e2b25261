package io.firn.it.race;

import java.util.ArrayList;
import java.util.List;

/** On what table a race takes place, and where the first statement waits for the others. */
record Setting(Layout layout, String mode, Stop stop) {

  /** What the first statement is about to do when the others overtake it. */
  enum Stop {
    /** It has read the table and creates its first data or delete file. */
    WRITES_DATA("data"),
    /** It has checked in its first attempt to commit, and creates the first metadata file. */
    COMMITS("metadata");

    private final String directory;

    Stop(String directory) {
      this.directory = directory;
    }

    String directory() {
      return directory;
    }
  }

  static List<Setting> all() {
    List<Setting> all = new ArrayList<>();
    for (Layout layout : Layout.values()) {
      for (String mode : List.of("copy-on-write", "merge-on-read")) {
        for (Stop stop : Stop.values()) {
          all.add(new Setting(layout, mode, stop));
        }
      }
    }
    return all;
  }

  /**
   * Whether the race that comes as number {@code index} runs here. Of all settings each race runs
   * in one, or on each layout in each mode; upgraded and partitioned tables are left out for the
   * weaker isolations.
   */
  boolean isFor(RowRace race, int index, boolean everywhere) {
    int own = all().indexOf(this);
    if (!everywhere) {
      return index % all().size() == own;
    }
    boolean plain = layout == Layout.V2 || layout == Layout.V3;
    boolean weak = !race.isSerializable() && !race.isolation().equals("-");
    int other = own / Stop.values().length + index;
    return (plain || !weak) && other % Stop.values().length == stop.ordinal();
  }

  @Override
  public String toString() {
    return "%s %s, stopped as it %s"
        .formatted(
            layout.text(), mode, stop.name().toLowerCase(java.util.Locale.ROOT).replace('_', ' '));
  }
}

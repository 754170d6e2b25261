package io.firn.it.race;

import java.util.ArrayList;
import java.util.List;

/** On what table a race takes place. */
record Setting(Layout layout, String mode) {

  static List<Setting> all() {
    List<Setting> all = new ArrayList<>();
    for (Layout layout : Layout.values()) {
      for (String mode : List.of("copy-on-write", "merge-on-read")) {
        all.add(new Setting(layout, mode));
      }
    }
    return all;
  }

  /**
   * Whether the race that comes as number {@code index} runs here. Of all settings each race runs
   * in one, or in all; upgraded and partitioned tables are left out for the weaker isolations.
   */
  boolean isFor(RowRace race, int index, boolean everywhere) {
    if (!everywhere) {
      return index % all().size() == all().indexOf(this);
    }
    boolean plain = layout == Layout.V2 || layout == Layout.V3;
    return plain || race.isSerializable() || race.isolation().equals("-");
  }

  @Override
  public String toString() {
    return layout.text() + " " + mode;
  }
}

package io.firn.it.race;

/** The format version of a race's table, and whether it is partitioned. */
enum Layout {
  V2(2, ""),
  V3(3, ""),
  /** Written in version 2, deletes and all, but for its last file. */
  UPGRADED(3, ""),
  PARTITIONED_V2(2, "PARTITIONED BY (p)"),
  PARTITIONED_V3(3, "PARTITIONED BY (p)");

  private final int formatVersion;
  private final String partitioning;

  Layout(int formatVersion, String partitioning) {
    this.formatVersion = formatVersion;
    this.partitioning = partitioning;
  }

  int firstFormatVersion() {
    return this == UPGRADED ? 2 : formatVersion;
  }

  boolean hasRowIds() {
    return formatVersion >= 3;
  }

  String partitioning() {
    return partitioning;
  }

  String text() {
    return name().toLowerCase(java.util.Locale.ROOT).replace('_', '-');
  }
}

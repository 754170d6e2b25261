package io.firn.it.race;

/** How the statements of a race are carried out, and what deletes are written as. */
enum RaceMode {
  COPY_ON_WRITE("copy-on-write", 2),
  POSITION_DELETES("merge-on-read", 2),
  VECTORS("merge-on-read", 3);

  private final String mode;
  private final int formatVersion;

  RaceMode(String mode, int formatVersion) {
    this.mode = mode;
    this.formatVersion = formatVersion;
  }

  String mode() {
    return mode;
  }

  int formatVersion() {
    return formatVersion;
  }

  String text() {
    return name().toLowerCase(java.util.Locale.ROOT).replace('_', '-');
  }
}

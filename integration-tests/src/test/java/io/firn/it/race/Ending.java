package io.firn.it.race;

/** How a statement ended; {@code message} is that of the conflict, empty if there is none. */
record Ending(Outcome outcome, String message) {

  static Ending committed() {
    return new Ending(Outcome.COMMITS, "");
  }

  static Ending of(Throwable thrown) {
    for (Throwable t = thrown; t != null; t = t.getCause()) {
      String message = String.valueOf(t.getMessage());
      for (Outcome outcome : Outcome.values()) {
        if (outcome.isToldBy(message)) {
          return new Ending(outcome, message);
        }
      }
    }
    throw new AssertionError("Neither a commit nor a known conflict", thrown);
  }
}

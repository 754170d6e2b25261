package io.firn.bench.spark;

/**
 * A worker's answer.
 *
 * @param failure empty if it did what it was asked
 * @param check of the first round, see {@link Measure#check}
 * @param residentMebibytes only if memory was asked for
 */
record Answer(String failure, Sample sample, String check, double residentMebibytes) {
  private static final Sample NONE = new Sample(0, 0, 0, 0, 0, 0);
  static final Answer DONE = new Answer("", NONE, "", 0);

  static Answer failed(Throwable thrown) {
    Throwable root = thrown;
    while (root.getCause() != null) {
      root = root.getCause();
    }
    String text = String.valueOf(root).replaceAll("\\s+", " ").strip();
    return failed(text.substring(0, Math.min(200, text.length())));
  }

  static Answer failed(String why) {
    return new Answer(why, NONE, "", 0);
  }

  static Answer measured(Sample sample, String check) {
    return new Answer("", sample, check, 0);
  }

  static Answer memory(double residentMebibytes) {
    return new Answer("", NONE, "", residentMebibytes);
  }

  boolean hasFailed() {
    return !failure.isEmpty();
  }
}

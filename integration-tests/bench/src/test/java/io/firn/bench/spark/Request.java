package io.firn.bench.spark;

/**
 * What the bench asks of a worker.
 *
 * @param counts whether the round is none of the warm-up
 * @param last whether it is the measure's last round
 */
record Request(
    Command command, String workload, String measure, int round, boolean counts, boolean last) {
  /** See the components' use in {@link WorkerMain}. */
  enum Command {
    GENERATE,
    PREPARE,
    ROUND,
    CLEAR,
    MEMORY
  }

  static Request of(Command command) {
    return new Request(command, "", "", 0, false, false);
  }

  static Request prepare(Measure measure) {
    return new Request(Command.PREPARE, measure.workload(), measure.name(), 0, false, false);
  }

  static Request round(Measure measure, int round, int warmUp, int rounds) {
    return new Request(
        Command.ROUND,
        measure.workload(),
        measure.name(),
        round,
        round >= warmUp,
        round == warmUp + rounds - 1);
  }
}

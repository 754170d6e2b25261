package io.firn.operation;

import java.util.Optional;

/**
 * How the rows that an operation changes were compared with what landed: not yet, row by row, with
 * the files as they must be if the rebase altered them, or not at all, for a reason, so that whole
 * files decide.
 */
record Judged(boolean byRows, Optional<RebasedOn> rebased, Optional<String> refusal) {

  static Judged byFiles() {
    return new Judged(false, Optional.empty(), Optional.empty());
  }

  static Judged unaltered() {
    return new Judged(true, Optional.empty(), Optional.empty());
  }

  static Judged altered(RebasedOn rebased) {
    return new Judged(true, Optional.of(rebased), Optional.empty());
  }

  static Judged refused(String reason) {
    return new Judged(false, Optional.empty(), Optional.of(reason));
  }
}

package io.firn.rebase;

import io.firn.conflict.Conflict;
import io.firn.model.Snapshot;
import java.util.Optional;

/** Ends a rebase; never leaves this package. */
final class CannotRebaseException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient Rebase outcome;

  private CannotRebaseException(String message, Rebase outcome) {
    super(message, null, false, false);
    this.outcome = outcome;
  }

  static CannotRebaseException conflict(String what, Snapshot landed) {
    return new CannotRebaseException(
        what, new Rebase.InConflict(new Conflict(what, Optional.of(landed))));
  }

  static CannotRebaseException refused(String reason) {
    return new CannotRebaseException(reason, new Rebase.Refused(reason));
  }

  Rebase outcome() {
    return outcome;
  }
}

package io.firn.catalog;

import java.util.Optional;

/** What became of a swap. */
public sealed interface SwapResult {

  /** The pointer moved to the new state. */
  record Swapped(TableState current) implements SwapResult {}

  /** Somebody else moved the pointer first (or created the table first); nothing was changed. */
  record Stale(String detail) implements SwapResult {}

  /** The catalog refuses this change for good; nothing was changed. */
  record Refused(String reason) implements SwapResult {}

  /**
   * The answer was lost. {@code attemptedLocation} is the metadata file that the pointer points to
   * if the swap went through, where the catalog works with files and the name is this swap's alone
   * (not one that the winner of a race has in any case); such a file must not be deleted.
   */
  record Unknown(Optional<String> attemptedLocation, Throwable cause) implements SwapResult {}
}

package io.firn.conflict;

import java.util.Optional;

/** One thing that must not have happened since an operation read the table. */
public interface ConflictRule {

  /** The first conflict that the rule finds; empty when the operation may be committed. */
  Optional<Conflict> check(CheckContext context);
}

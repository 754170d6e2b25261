package io.firn.conflict;

import java.util.Optional;

/** A rule that says why not more than files could be looked at. */
public record Explained(ConflictRule rule, ReadRows rows) implements ConflictRule {

  @Override
  public Optional<Conflict> check(CheckContext context) {
    return rule.check(context).map(rows::explained);
  }
}

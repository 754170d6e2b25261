package io.firn.rebase;

import io.firn.conflict.Conflict;

/** What came of rebasing a change on what landed. */
public sealed interface Rebase {

  /** Nothing landed that the change has to do with. */
  record NotNeeded() implements Rebase {}

  /** The change as it can be committed now. */
  record Done(RebasedFiles files) implements Rebase {}

  /** Two changes to the same row, or one that cannot be told from that. */
  record InConflict(Conflict conflict) implements Rebase {}

  /** It was not tried, for the reason; the rules for whole files decide. */
  record Refused(String reason) implements Rebase {}
}

package io.firn.relocate;

import java.util.Optional;

/**
 * What to copy of a table and where the copies are put until they are moved to the target: all, or
 * what came after {@code startVersion}, up to {@code endVersion} or the current one. Versions are
 * names of metadata files.
 */
public record RelocationRequest(
    PathPrefix prefix,
    Optional<String> startVersion,
    Optional<String> endVersion,
    Optional<String> stagingLocation,
    Listing listing) {

  /** Whether the files to copy are listed in a file. */
  public enum Listing {
    WRITE,
    LEAVE_OUT
  }
}

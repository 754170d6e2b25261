package io.firn.codec.delta;

import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * One version of a Delta table. The first one of a replay adds all files that the table had by
 * then; later ones add and remove. What is removed comes before what is added.
 *
 * @param timestampMillis when it was committed; never before that of the version before
 * @param removed locations of data files; one that is also added changes its vector
 * @param keepsData whether all that it does is to put the same rows into other files
 */
public record DeltaCommit(
    long version,
    long timestampMillis,
    Optional<DeltaProtocol> protocol,
    Optional<DeltaMetadata> metadata,
    List<DeltaFile> added,
    Set<String> removed,
    boolean keepsData) {}

package io.firn.model;

import java.nio.ByteBuffer;
import java.util.Optional;

/**
 * Summary of one partition field over a manifest's files (spec field 508). Bounds are single values
 * in binary form.
 */
public record FieldSummary(
    boolean containsNull,
    Optional<Boolean> containsNan,
    Optional<ByteBuffer> lowerBound,
    Optional<ByteBuffer> upperBound) {}

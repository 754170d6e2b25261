package io.firn.codec.parquet;

import io.firn.types.StructValue;

/** One row of a file and its position, counted from 0. */
public record FileRow(long position, StructValue values) {}

package io.firn.statistics;

/**
 * A compact Theta sketch of the values of one column, and how many different ones it stands for.
 */
public record ColumnSketch(int fieldId, byte[] bytes, long distinctValues) {}

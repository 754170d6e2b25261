package io.firn.scan;

/**
 * Whether the planned files keep their column stats; most readers don't need them, and they are the
 * larger part of a plan's memory.
 */
public enum StatsMode {
  DROP,
  KEEP
}

package io.firn.bench.spark;

/** Something that a worker does to its tables. */
@FunctionalInterface
interface Step {
  void run(Lake lake) throws Exception;
}

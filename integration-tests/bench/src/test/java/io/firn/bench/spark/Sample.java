package io.firn.bench.spark;

/**
 * One round of a measure in one engine.
 *
 * @param cpuMillis of the whole process, compiling and collecting garbage included
 * @param bytes of data and delete files that it left; 0 where they are not counted
 * @param heapMebibytes the most heap in use, garbage included
 * @param slowestMillis of the commits of the round; 0 where they are not timed one by one
 * @param pairMillis of what the measure is paired with, in the same round; 0 if it is not
 */
record Sample(
    double millis,
    double cpuMillis,
    double bytes,
    double heapMebibytes,
    double slowestMillis,
    double pairMillis) {}

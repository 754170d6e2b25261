package io.firn.delta;

import io.firn.scan.Tally;
import io.firn.scan.Workers;
import java.time.ZoneId;
import java.util.function.LongSupplier;

/**
 * How a Delta table is read.
 *
 * @param zone that partition values of type timestamp are in which do not say it
 * @param workers so many footers are read at a time
 * @param newSnapshotId gives positive numbers that hardly repeat
 * @param tally is told how many versions there are, and how many have been followed
 */
public record ImportSettings(
    ZoneId zone, Workers workers, LongSupplier newSnapshotId, Tally tally) {}

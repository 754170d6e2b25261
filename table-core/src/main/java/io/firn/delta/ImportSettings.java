package io.firn.delta;

import io.firn.scan.Workers;
import java.time.ZoneId;
import java.util.function.LongSupplier;

/**
 * How a Delta table is read.
 *
 * @param zone that partition values of type timestamp are in which do not say it
 * @param workers so many footers are read at a time
 * @param newSnapshotId gives positive numbers that hardly repeat
 */
public record ImportSettings(ZoneId zone, Workers workers, LongSupplier newSnapshotId) {}

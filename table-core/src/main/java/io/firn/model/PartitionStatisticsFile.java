package io.firn.model;

/** A file with statistics of a snapshot's partitions (spec: Partition Statistics). */
public record PartitionStatisticsFile(
    long snapshotId, String statisticsPath, long fileSizeInBytes) {}

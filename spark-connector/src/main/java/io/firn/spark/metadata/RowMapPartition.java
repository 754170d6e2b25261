package io.firn.spark.metadata;

import org.apache.spark.sql.connector.read.InputPartition;

/** One snapshot whose row map becomes rows. */
record RowMapPartition(long snapshotId, String manifestList) implements InputPartition {}

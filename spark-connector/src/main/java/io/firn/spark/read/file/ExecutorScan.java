package io.firn.spark.read.file;

/** What the tasks of a scan share on one executor. */
record ExecutorScan(ScanFacts facts, DeleteLoader deletes, SplitBytes splitBytes) {}

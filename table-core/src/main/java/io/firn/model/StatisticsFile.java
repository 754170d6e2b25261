package io.firn.model;

import java.util.List;
import java.util.Optional;

/** A Puffin file with statistics of a snapshot (spec: Table Statistics). Sizes in bytes. */
public record StatisticsFile(
    long snapshotId,
    String statisticsPath,
    long fileSizeInBytes,
    long fileFooterSizeInBytes,
    Optional<String> keyMetadata,
    List<BlobMetadata> blobMetadata) {}

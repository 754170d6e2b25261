package io.firn.operation;

import io.firn.model.DataFile;

/** A file and its data sequence number: how old its content is. */
public record AgedFile(DataFile file, long dataSequenceNumber) {}

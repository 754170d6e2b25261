package io.firn.spark.read.file;

import io.firn.scan.FileChange;
import io.firn.types.StructValue;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What metadata says of a data file that shows in its rows. {@code partition} has the shape of the
 * {@code _partition} column: the union of all the table's specs.
 */
record FileFacts(
    String location,
    int specId,
    StructValue partition,
    IdentityValues identityValues,
    OptionalLong firstRowId,
    long sequenceNumber,
    Optional<FileChange> change) {}

package io.firn.operation;

import io.firn.error.NotFoundException;
import io.firn.model.TableMetadata;
import java.util.Optional;

/**
 * What an operation may see in one commit attempt: the base (empty when the table does not exist
 * yet), where metadata files are written, the time, in milliseconds since the epoch, and which
 * attempt this is, from 1.
 *
 * @param step position of the operation in its {@link OperationSequence}, 0 when it is alone
 */
public record Planning(
    String tableName,
    Optional<TableMetadata> base,
    MetadataFiles files,
    long nowMillis,
    int attempt,
    int step) {

  /** The base of an operation that needs an existing table. */
  public TableMetadata table() {
    return base.orElseThrow(
        () -> new NotFoundException("Cannot find table " + tableName + ": it does not exist"));
  }

  /**
   * The id of the snapshot that this operation makes: the same one in each attempt, so that a
   * commit whose answer was lost is recognised.
   */
  public long snapshotId() {
    return files.snapshotId(step, table());
  }

  /** The same attempt for the next operation of a sequence, on the result of the former one. */
  Planning next(TableMetadata result) {
    return new Planning(tableName, Optional.of(result), files, nowMillis, attempt, step + 1);
  }
}

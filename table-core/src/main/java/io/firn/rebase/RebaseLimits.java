package io.firn.rebase;

import io.firn.model.TableProperties;
import java.util.Map;
import java.util.function.LongSupplier;

/**
 * How much a rebase may read and how long it may take ({@code commit.rebase.max-bytes}, {@code
 * commit.rebase.timeout-ms}). Counts over all commits that one attempt looks at.
 */
final class RebaseLimits {
  private final long maxBytes;
  private final long timeoutMillis;
  private final LongSupplier clockMillis;
  private final long startMillis;
  private long bytes;

  RebaseLimits(Map<String, String> properties, LongSupplier clockMillis) {
    this.maxBytes =
        TableProperties.longValue(
            properties,
            TableProperties.COMMIT_REBASE_MAX_BYTES,
            TableProperties.COMMIT_REBASE_MAX_BYTES_DEFAULT);
    this.timeoutMillis =
        TableProperties.longValue(
            properties,
            TableProperties.COMMIT_REBASE_TIMEOUT_MS,
            TableProperties.COMMIT_REBASE_TIMEOUT_MS_DEFAULT);
    this.clockMillis = clockMillis;
    this.startMillis = clockMillis.getAsLong();
  }

  /** To be asked before each read. */
  void require(long moreBytes) {
    bytes += moreBytes;
    if (bytes > maxBytes) {
      throw CannotRebaseException.refused(
          "row maps and deletes of the landed commits take more than %s=%d bytes"
              .formatted(TableProperties.COMMIT_REBASE_MAX_BYTES, maxBytes));
    }
    long elapsed = clockMillis.getAsLong() - startMillis;
    if (elapsed > timeoutMillis) {
      throw CannotRebaseException.refused(
          "it took %d ms, longer than %s=%d"
              .formatted(elapsed, TableProperties.COMMIT_REBASE_TIMEOUT_MS, timeoutMillis));
    }
  }
}

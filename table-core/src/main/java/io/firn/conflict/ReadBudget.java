package io.firn.conflict;

import io.firn.model.TableProperties;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.LongSupplier;

/**
 * How much of what landed one attempt may read to decide by rows, of all files together ({@code
 * commit.conflict-read.max-bytes}), and for how long from the first file on ({@code
 * commit.conflict-read.timeout-ms}). Once it is used up it stays so.
 */
public final class ReadBudget {
  /** What opening a file counts as at least. */
  private static final long OPENING_BYTES = 64L << 10;

  private final long maxBytes;
  private final long timeoutMillis;
  private final LongSupplier clockMillis;
  private OptionalLong startMillis = OptionalLong.empty();
  private long bytes;
  private Optional<String> exceeded = Optional.empty();

  /** As the properties of the table say. */
  public ReadBudget(Map<String, String> properties, LongSupplier clockMillis) {
    this.maxBytes =
        TableProperties.longValue(
            properties,
            TableProperties.COMMIT_CONFLICT_READ_MAX_BYTES,
            TableProperties.COMMIT_CONFLICT_READ_MAX_BYTES_DEFAULT);
    this.timeoutMillis =
        TableProperties.longValue(
            properties,
            TableProperties.COMMIT_CONFLICT_READ_TIMEOUT_MS,
            TableProperties.COMMIT_CONFLICT_READ_TIMEOUT_MS_DEFAULT);
    this.clockMillis = clockMillis;
  }

  /** To be asked before a file is read: why it may not be; empty if it may. */
  Optional<String> take(long fileBytes) {
    bytes += Math.max(OPENING_BYTES, fileBytes);
    if (exceeded.isEmpty() && bytes > maxBytes) {
      exceeded =
          Optional.of(
              "they take more than %s=%d"
                  .formatted(TableProperties.COMMIT_CONFLICT_READ_MAX_BYTES, maxBytes));
    }
    return goOn();
  }

  /** To be asked while a file is read: why that must end; empty if it may go on. */
  Optional<String> goOn() {
    long now = clockMillis.getAsLong();
    if (startMillis.isEmpty()) {
      startMillis = OptionalLong.of(now);
    }
    long elapsed = now - startMillis.getAsLong();
    if (exceeded.isEmpty() && elapsed > timeoutMillis) {
      exceeded =
          Optional.of(
              "that took %d ms, longer than %s=%d"
                  .formatted(
                      elapsed, TableProperties.COMMIT_CONFLICT_READ_TIMEOUT_MS, timeoutMillis));
    }
    return exceeded;
  }
}

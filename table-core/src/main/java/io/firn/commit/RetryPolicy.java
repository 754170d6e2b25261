package io.firn.commit;

import io.firn.model.TableProperties;
import java.util.Map;
import java.util.function.DoubleSupplier;

/**
 * How often something is tried again and how long to wait before: exponential, with a random part
 * so that writers who met once do not meet again. Times in milliseconds.
 */
record RetryPolicy(int retries, long minWaitMillis, long maxWaitMillis, long totalTimeoutMillis) {

  /** {@code commit.retry.*}. */
  static RetryPolicy ofCommits(Map<String, String> properties) {
    return new RetryPolicy(
        TableProperties.intValue(
            properties,
            TableProperties.COMMIT_NUM_RETRIES,
            TableProperties.COMMIT_NUM_RETRIES_DEFAULT),
        TableProperties.longValue(
            properties,
            TableProperties.COMMIT_MIN_WAIT_MS,
            TableProperties.COMMIT_MIN_WAIT_MS_DEFAULT),
        TableProperties.longValue(
            properties,
            TableProperties.COMMIT_MAX_WAIT_MS,
            TableProperties.COMMIT_MAX_WAIT_MS_DEFAULT),
        TableProperties.longValue(
            properties,
            TableProperties.COMMIT_TOTAL_TIMEOUT_MS,
            TableProperties.COMMIT_TOTAL_TIMEOUT_MS_DEFAULT));
  }

  /** {@code commit.status-check.*}. */
  static RetryPolicy ofStatusChecks(Map<String, String> properties) {
    return new RetryPolicy(
        TableProperties.intValue(
            properties,
            TableProperties.STATUS_CHECK_NUM_RETRIES,
            TableProperties.STATUS_CHECK_NUM_RETRIES_DEFAULT),
        TableProperties.longValue(
            properties,
            TableProperties.STATUS_CHECK_MIN_WAIT_MS,
            TableProperties.STATUS_CHECK_MIN_WAIT_MS_DEFAULT),
        TableProperties.longValue(
            properties,
            TableProperties.STATUS_CHECK_MAX_WAIT_MS,
            TableProperties.STATUS_CHECK_MAX_WAIT_MS_DEFAULT),
        TableProperties.longValue(
            properties,
            TableProperties.STATUS_CHECK_TOTAL_TIMEOUT_MS,
            TableProperties.STATUS_CHECK_TOTAL_TIMEOUT_MS_DEFAULT));
  }

  /** Whether another try may follow, after this many tries and so much time. */
  boolean allowsTryAfter(int tries, long elapsedMillis) {
    return tries <= retries && elapsedMillis <= totalTimeoutMillis;
  }

  /**
   * The wait after the given number of tries: anywhere between the least wait and its double for
   * each try, within the longest wait.
   */
  long waitMillisAfter(int tries, DoubleSupplier random) {
    double doubled = minWaitMillis * Math.pow(2, Math.min(tries, 62));
    double limit = Math.max(minWaitMillis, Math.min(maxWaitMillis, doubled));
    return minWaitMillis + (long) ((limit - minWaitMillis) * random.getAsDouble());
  }
}

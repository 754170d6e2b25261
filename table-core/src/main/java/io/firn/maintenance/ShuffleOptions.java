package io.firn.maintenance;

import io.firn.error.InvalidInputException;
import java.util.Map;

/**
 * How rows are shuffled by a sorting compaction, with Iceberg's names and defaults.
 *
 * @param compressionFactor bytes of the new files for one byte of the old ones
 * @param partitionsPerFile shuffle partitions that make one file together
 * @param varLengthContribution bytes of a string or binary column that count in a z-order
 * @param maxOutputSize bytes that an interleaved value has at most
 */
public record ShuffleOptions(
    double compressionFactor, int partitionsPerFile, int varLengthContribution, int maxOutputSize) {
  static final String COMPRESSION_FACTOR = "compression-factor";
  static final String PARTITIONS_PER_FILE = "shuffle-partitions-per-file";
  static final String VAR_LENGTH_CONTRIBUTION = "var-length-contribution";
  static final String MAX_OUTPUT_SIZE = "max-output-size";

  /**
   * Reads the options that are there; {@link CompactionOptions} refuses those that do not belong.
   *
   * @throws InvalidInputException for a value that an option cannot have
   */
  public static ShuffleOptions of(Map<String, String> options) {
    return new ShuffleOptions(
        factor(options.getOrDefault(COMPRESSION_FACTOR, "1.0")),
        CompactionOptions.integer(options, PARTITIONS_PER_FILE, 1, 1),
        CompactionOptions.integer(options, VAR_LENGTH_CONTRIBUTION, 1, ZOrderValue.NUMBER_BYTES),
        CompactionOptions.integer(options, MAX_OUTPUT_SIZE, 1, Integer.MAX_VALUE));
  }

  private static double factor(String text) {
    double value;
    try {
      value = Double.parseDouble(text.trim());
    } catch (NumberFormatException e) {
      value = Double.NaN;
    }
    if (value > 0 && value < Double.POSITIVE_INFINITY) {
      return value;
    }
    throw CompactionOptions.invalid(COMPRESSION_FACTOR, text, "a number above 0");
  }
}

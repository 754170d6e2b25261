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
    RewriteOptionReader reader = CompactionOptions.reader(options);
    return new ShuffleOptions(
        reader.positive(COMPRESSION_FACTOR, Double.MAX_VALUE, 1.0),
        reader.integer(PARTITIONS_PER_FILE, 1, 1),
        reader.integer(VAR_LENGTH_CONTRIBUTION, 1, ZOrderValue.NUMBER_BYTES),
        reader.integer(MAX_OUTPUT_SIZE, 1, Integer.MAX_VALUE));
  }
}

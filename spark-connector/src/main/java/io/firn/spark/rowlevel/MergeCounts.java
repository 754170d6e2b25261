package io.firn.spark.rowlevel;

import io.firn.operation.SnapshotOptions;
import java.util.Map;
import java.util.TreeMap;
import org.apache.spark.sql.connector.write.MergeSummary;
import org.apache.spark.sql.connector.write.WriteSummary;

/**
 * What a MERGE did to the rows of its target, clause by clause, for the snapshot's summary. The
 * keys are those of Iceberg's connector. Spark counts as well as it can: a count that it does not
 * know (-1) is left out.
 */
final class MergeCounts {
  private static final String PREFIX = "spark.merge-into.num-target-rows-";

  private MergeCounts() {}

  /** The options with the counts; as they are if the summary is not that of a MERGE. */
  static SnapshotOptions in(SnapshotOptions options, WriteSummary summary) {
    return summary instanceof MergeSummary merge ? options.saying(of(merge)) : options;
  }

  /** As {@link #in}, where Spark does not see the rows that are carried over. */
  static SnapshotOptions in(SnapshotOptions options, WriteSummary summary, long copied) {
    SnapshotOptions said = in(options, summary);
    return summary instanceof MergeSummary
        ? said.saying(Map.of(PREFIX + "copied", Long.toString(copied)))
        : said;
  }

  private static Map<String, String> of(MergeSummary merge) {
    Map<String, Long> counts = new TreeMap<>();
    counts.put("copied", merge.numTargetRowsCopied());
    counts.put("deleted", merge.numTargetRowsDeleted());
    counts.put("updated", merge.numTargetRowsUpdated());
    counts.put("inserted", merge.numTargetRowsInserted());
    counts.put("matched-updated", merge.numTargetRowsMatchedUpdated());
    counts.put("matched-deleted", merge.numTargetRowsMatchedDeleted());
    counts.put("not-matched-by-source-updated", merge.numTargetRowsNotMatchedBySourceUpdated());
    counts.put("not-matched-by-source-deleted", merge.numTargetRowsNotMatchedBySourceDeleted());
    Map<String, String> known = new TreeMap<>();
    counts.forEach(
        (clause, rows) -> {
          if (rows >= 0) {
            known.put(PREFIX + clause, rows.toString());
          }
        });
    return known;
  }
}

package io.firn.spark.rewrite;

import io.firn.spark.write.FilesCommit;
import java.util.List;
import java.util.function.Function;
import org.apache.spark.SparkContext;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.sql.connector.write.WriterCommitMessage;
import org.apache.spark.util.CollectionAccumulator;

/** The job that the tasks of a rewrite are. */
public final class RewriteJob {
  private RewriteJob() {}

  /**
   * What the tasks say, in their order. If one of them fails, the {@code files} of those that
   * finished are removed.
   */
  public static <T> List<T> run(
      SparkContext context,
      JavaRDD<T> tasks,
      Function<T, WriterCommitMessage> files,
      FilesCommit commit) {
    // Results of a job that fails are lost, but not what its finished tasks put here.
    CollectionAccumulator<T> finished = context.collectionAccumulator();
    try {
      return tasks
          .map(
              result -> {
                finished.add(result);
                return result;
              })
          .collect();
    } catch (Throwable e) {
      // Not only unchecked exceptions: Spark throws its own, which is checked, without saying so.
      commit.abort(finished.value().stream().map(files).toArray(WriterCommitMessage[]::new));
      throw e;
    }
  }
}

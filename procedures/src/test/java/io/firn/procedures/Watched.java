package io.firn.procedures;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.firn.procedures.progress.Progress;
import io.firn.spark.TestSession;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import org.apache.logging.log4j.Level;
import org.apache.spark.SparkContext;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerJobStart;

/**
 * What a call told of its progress, and how it named its Spark jobs.
 *
 * @param lines how far it was when it ended, up to the first comma
 * @param jobs the descriptions of its jobs, sorted
 */
record Watched(List<String> lines, List<String> jobs) {
  private static final String DESCRIPTION = "spark.job.description";

  /** Makes the call with a description of the user's own, which must be there again afterwards. */
  static Watched call(String statement) throws Exception {
    Set<String> jobs = new ConcurrentSkipListSet<>();
    SparkListener listener =
        new SparkListener() {
          @Override
          public void onJobStart(SparkListenerJobStart start) {
            jobs.add(start.properties().getProperty(DESCRIPTION, ""));
          }
        };
    SparkContext context = TestSession.get().sparkContext();
    context.addSparkListener(listener);
    context.setLocalProperty(DESCRIPTION, "of the user");
    try (LoggedLines lines = LoggedLines.of(Progress.class.getName(), Level.INFO)) {
      TestSession.sql(statement);
      assertEquals("of the user", context.getLocalProperty(DESCRIPTION));
      context.listenerBus().waitUntilEmpty();
      jobs.remove("of the user");
      return new Watched(
          lines.lines().stream().map(line -> line.replaceAll("([a-z]), .*", "$1")).toList(),
          List.copyOf(jobs));
    } finally {
      context.setLocalProperty(DESCRIPTION, null);
      context.removeSparkListener(listener);
    }
  }
}

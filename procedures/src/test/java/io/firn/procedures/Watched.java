package io.firn.procedures;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.firn.procedures.progress.Progress;
import io.firn.spark.TestSession;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.Logger;
import org.apache.logging.log4j.core.appender.AbstractAppender;
import org.apache.logging.log4j.core.config.Configurator;
import org.apache.logging.log4j.core.config.Property;
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
    Lines lines = new Lines();
    Logger logger = (Logger) LogManager.getLogger(Progress.class);
    Level level = logger.getLevel();
    SparkContext context = TestSession.get().sparkContext();
    lines.start();
    Configurator.setLevel(Progress.class, Level.INFO);
    logger.addAppender(lines);
    logger.setAdditive(false);
    context.addSparkListener(listener);
    context.setLocalProperty(DESCRIPTION, "of the user");
    try {
      TestSession.sql(statement);
      assertEquals("of the user", context.getLocalProperty(DESCRIPTION));
      context.listenerBus().waitUntilEmpty();
    } finally {
      context.setLocalProperty(DESCRIPTION, null);
      context.removeSparkListener(listener);
      logger.setAdditive(true);
      logger.removeAppender(lines);
      Configurator.setLevel(Progress.class, level);
    }
    jobs.remove("of the user");
    return new Watched(List.copyOf(lines.ended), List.copyOf(jobs));
  }

  private static final class Lines extends AbstractAppender {
    private final List<String> ended = new CopyOnWriteArrayList<>();

    Lines() {
      super("progress", null, null, true, Property.EMPTY_ARRAY);
    }

    @Override
    public void append(LogEvent event) {
      ended.add(event.getMessage().getFormattedMessage().replaceAll("([a-z]), .*", "$1"));
    }
  }
}

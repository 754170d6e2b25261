package io.firn.procedures.progress;

import io.firn.scan.Tally;
import java.util.Locale;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.util.LongAccumulator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells on the terminal how far a procedure is, in one line that is drawn twice a second and is
 * gone when the procedure ends. Nothing is drawn when the standard error stream is no terminal, or
 * when {@code spark.ui.showConsoleProgress} is off. The log gets the line once a minute and at the
 * end. Safe for many threads.
 */
public final class Progress implements Tally, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Progress.class);
  private static final String SHOW = "spark.ui.showConsoleProgress";
  private static final long PERIOD_MILLIS = 500;
  private static final long LOG_PERIOD_MILLIS = 60_000;

  private final Work work;
  private final ProgressText text;
  private final @Nullable TerminalLine line;
  private final LongSupplier clockMillis;
  private final long started;
  private final AtomicLong logged;
  private final AtomicLong total;
  private final AtomicLong done = new AtomicLong();
  private final AtomicLong bytes = new AtomicLong();
  private @Nullable ScheduledExecutorService drawing;
  private volatile @Nullable LongAccumulator doneByTasks;

  Progress(Work work, @Nullable TerminalLine line, LongSupplier clockMillis) {
    this.work = work;
    this.text = new ProgressText(work);
    this.line = line;
    this.clockMillis = clockMillis;
    this.started = clockMillis.getAsLong();
    this.logged = new AtomicLong(started);
    this.total = new AtomicLong(work.total());
  }

  /** Starts to tell; nothing is done yet. */
  public static Progress start(SparkSession session, Work work) {
    boolean shown =
        session.sparkContext().getConf().getBoolean(SHOW, false)
            && TerminalLine.isStandardErrorOne();
    Progress progress =
        new Progress(
            work, shown ? TerminalLine.ofStandardError() : null, System::currentTimeMillis);
    if (shown) {
      progress.drawAgainAndAgain();
    }
    return progress;
  }

  private void drawAgainAndAgain() {
    ScheduledExecutorService thread =
        Executors.newSingleThreadScheduledExecutor(
            task -> {
              Thread daemon = new Thread(task, "progress of " + work);
              daemon.setDaemon(true);
              return daemon;
            });
    thread.scheduleAtFixedRate(this::draw, PERIOD_MILLIS, PERIOD_MILLIS, TimeUnit.MILLISECONDS);
    drawing = thread;
  }

  public Work work() {
    return work;
  }

  /** The total was not, or not all, known before. */
  @Override
  public void toDo(long units) {
    total.addAndGet(units);
  }

  @Override
  public void done(long units) {
    done(units, 0);
  }

  /** So many units more are done, with so many bytes. */
  public void done(long units, long moreBytes) {
    done.addAndGet(units);
    bytes.addAndGet(moreBytes);
    long now = clockMillis.getAsLong();
    long last = logged.get();
    if (now - last >= LOG_PERIOD_MILLIS && logged.compareAndSet(last, now)) {
      LOG.info("{}", text());
    }
  }

  /** What Spark's tasks add to it is done once they have ended. */
  public LongAccumulator ofTasks(SparkSession session) {
    LongAccumulator counter = session.sparkContext().longAccumulator();
    doneByTasks = counter;
    return counter;
  }

  private String text() {
    LongAccumulator tasks = doneByTasks;
    long all = done.get() + (tasks == null ? 0 : tasks.sum());
    return text.of(total.get(), all, bytes.get(), clockMillis.getAsLong() - started);
  }

  synchronized void draw() {
    if (line != null) {
      line.show(text());
    }
  }

  /** Takes the line away. */
  @Override
  public synchronized void close() {
    LOG.info(
        "{}, ended after {} s",
        text(),
        String.format(Locale.ROOT, "%.1f", (clockMillis.getAsLong() - started) / 1000.0));
    if (drawing != null) {
      drawing.shutdownNow();
      drawing = null;
    }
    if (line != null) {
      line.clear();
    }
  }
}

package io.firn.procedures.progress;

import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.apache.spark.sql.SparkSession;
import org.jspecify.annotations.Nullable;

/**
 * Tells on the terminal how far a procedure is, in one line that is drawn twice a second and is
 * gone when the procedure ends. Nothing is drawn when the standard error stream is no terminal, or
 * when {@code spark.ui.showConsoleProgress} is off. Safe for many threads.
 */
public final class Progress implements AutoCloseable {
  private static final String SHOW = "spark.ui.showConsoleProgress";
  private static final long PERIOD_MILLIS = 500;

  private final Work work;
  private final ProgressText text;
  private final @Nullable TerminalLine line;
  private final LongSupplier clockMillis;
  private final long started;
  private final AtomicLong done = new AtomicLong();
  private final AtomicLong bytes = new AtomicLong();
  private @Nullable ScheduledExecutorService drawing;

  Progress(Work work, @Nullable TerminalLine line, LongSupplier clockMillis) {
    this.work = work;
    this.text = new ProgressText(work);
    this.line = line;
    this.clockMillis = clockMillis;
    this.started = clockMillis.getAsLong();
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

  /** So many units more are done. */
  public void done(long units) {
    done.addAndGet(units);
  }

  /** So many units more are done, with so many bytes. */
  public void done(long units, long moreBytes) {
    done.addAndGet(units);
    bytes.addAndGet(moreBytes);
  }

  synchronized void draw() {
    if (line != null) {
      line.show(text.of(done.get(), bytes.get(), clockMillis.getAsLong() - started));
    }
  }

  /** Takes the line away. */
  @Override
  public synchronized void close() {
    if (drawing != null) {
      drawing.shutdownNow();
      drawing = null;
    }
    if (line != null) {
      line.clear();
    }
  }
}

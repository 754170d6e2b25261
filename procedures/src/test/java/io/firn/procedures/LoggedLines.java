package io.firn.procedures;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.Logger;
import org.apache.logging.log4j.core.appender.AbstractAppender;
import org.apache.logging.log4j.core.config.Configurator;
import org.apache.logging.log4j.core.config.Property;

/** What a class logs, from the least level asked for, until it is closed. */
final class LoggedLines extends AbstractAppender implements AutoCloseable {
  private final List<String> lines = new CopyOnWriteArrayList<>();
  private final Logger logger;
  private final Level before;

  private LoggedLines(Logger logger) {
    super(logger.getName(), null, null, true, Property.EMPTY_ARRAY);
    this.logger = logger;
    this.before = logger.getLevel();
  }

  static LoggedLines of(String className, Level level) {
    LoggedLines lines = new LoggedLines((Logger) LogManager.getLogger(className));
    lines.start();
    Configurator.setLevel(className, level);
    lines.logger.addAppender(lines);
    lines.logger.setAdditive(false);
    return lines;
  }

  List<String> lines() {
    return List.copyOf(lines);
  }

  @Override
  public void append(LogEvent event) {
    lines.add(event.getMessage().getFormattedMessage());
  }

  @Override
  public void close() {
    logger.setAdditive(true);
    logger.removeAppender(this);
    Configurator.setLevel(logger.getName(), before);
  }
}

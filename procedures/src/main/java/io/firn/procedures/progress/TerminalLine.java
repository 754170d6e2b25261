package io.firn.procedures.progress;

import java.io.File;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/** One line of a terminal that is drawn again and again. */
final class TerminalLine {
  private static final int DEFAULT_WIDTH = 80;

  private final PrintStream out;
  private final int width;

  /** {@code width} in characters. */
  TerminalLine(PrintStream out, int width) {
    this.out = out;
    this.width = width;
  }

  /** That of the standard error stream, wherever a program has redirected its messages to. */
  static TerminalLine ofStandardError() {
    return new TerminalLine(
        new PrintStream(new FileOutputStream(FileDescriptor.err), false, StandardCharsets.UTF_8),
        width(System.getenv("COLUMNS")));
  }

  /** Whether somebody sees what is written to the standard error stream. */
  static boolean isStandardErrorOne() {
    File descriptor = new File("/proc/self/fd/2");
    if (!descriptor.exists()) {
      // Not Linux: only input and output can be asked.
      return System.console() != null;
    }
    try {
      String target = descriptor.getCanonicalPath();
      return target.startsWith("/dev/pts/")
          || target.startsWith("/dev/tty")
          || target.equals("/dev/console");
    } catch (IOException e) {
      return false;
    }
  }

  private static int width(@org.jspecify.annotations.Nullable String columns) {
    return columns != null && columns.matches("[1-9]\\d{1,3}")
        ? Integer.parseInt(columns)
        : DEFAULT_WIDTH;
  }

  /** Shows the text, cut to the width, in place of what the line shows. */
  void show(String text) {
    // The last column stays free: some terminals go to the next line when it is written.
    String cut = text.length() < width ? text : text.substring(0, width - 1);
    out.print("\r" + cut + " ".repeat(width - 1 - cut.length()) + "\r");
    out.flush();
  }

  void clear() {
    show("");
  }
}

package io.firn.procedures.progress;

import java.util.Locale;

/** How far some work is, as a line of text. */
final class ProgressText {
  private static final String[] BYTE_UNITS = {"B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};

  private final Work work;

  ProgressText(Work work) {
    this.work = work;
  }

  /**
   * The line: {@code rewrite_data_files lake.db.t: 3 of 12 groups, 1:20 left, 1.2 GiB of 4.8 GiB,
   * 45.0 MiB/s}. What is not known is left out.
   */
  String of(long total, long done, long bytes, long elapsedMillis) {
    StringBuilder line = new StringBuilder(work.toString()).append(": ").append(number(done));
    if (total > 0) {
      line.append(" of ").append(number(total));
    }
    line.append(' ').append(work.unit());
    // Before what a narrow terminal may cut off.
    appendTimeLeft(line, share(total, done, bytes), elapsedMillis);
    if (work.bytes() > 0) {
      line.append(", ").append(bytes(bytes)).append(" of ").append(bytes(work.bytes()));
    } else if (bytes > 0) {
      line.append(", ").append(bytes(bytes));
    }
    appendRate(line, done, bytes, elapsedMillis);
    return line.toString();
  }

  private void appendRate(StringBuilder line, long done, long bytes, long elapsedMillis) {
    if (elapsedMillis <= 0) {
      return;
    }
    if (bytes > 0) {
      line.append(", ").append(bytes((long) (bytes * 1000.0 / elapsedMillis))).append("/s");
    } else if (done > 0) {
      line.append(
          String.format(Locale.ROOT, ", %.1f %s/s", done * 1000.0 / elapsedMillis, work.unit()));
    }
  }

  /** 0 if it is not known. */
  private double share(long total, long done, long bytes) {
    if (work.bytes() > 0) {
      return (double) bytes / work.bytes();
    }
    return total > 0 ? (double) done / total : 0;
  }

  private static void appendTimeLeft(StringBuilder line, double share, long elapsedMillis) {
    if (share > 0 && share < 1) {
      long seconds = Math.round(elapsedMillis * (1 - share) / share / 1000);
      line.append(", ").append(time(seconds)).append(" left");
    }
  }

  private static String time(long seconds) {
    return seconds < 3600
        ? String.format(Locale.ROOT, "%d:%02d", seconds / 60, seconds % 60)
        : String.format(
            Locale.ROOT, "%d:%02d:%02d", seconds / 3600, seconds / 60 % 60, seconds % 60);
  }

  private static String number(long value) {
    return String.format(Locale.ROOT, "%,d", value);
  }

  private static String bytes(long value) {
    int unit = 0;
    double scaled = value;
    while (scaled >= 1024 && unit < BYTE_UNITS.length - 1) {
      scaled /= 1024;
      unit++;
    }
    return unit == 0
        ? value + " B"
        : String.format(Locale.ROOT, "%.1f %s", scaled, BYTE_UNITS[unit]);
  }
}

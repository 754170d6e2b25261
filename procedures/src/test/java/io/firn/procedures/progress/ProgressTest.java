package io.firn.procedures.progress;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProgressTest {
  private static final long MIB = 1 << 20;

  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private final PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8);
  private final AtomicLong clock = new AtomicLong(5000);

  private String drawn() {
    String text = bytes.toString(StandardCharsets.UTF_8);
    bytes.reset();
    return text;
  }

  @Test
  void theLineTellsGroupsBytesRateAndTimeLeft() {
    ProgressText text =
        new ProgressText(new Work("rewrite_data_files", "lake.db.t", "groups", 12, 2048 * MIB));
    assertEquals(
        "rewrite_data_files lake.db.t: 0 of 12 groups, 0 B of 2.0 GiB", text.of(12, 0, 0, 3000));
    assertEquals(
        "rewrite_data_files lake.db.t: 3 of 12 groups, 2:00 left, 512.0 MiB of 2.0 GiB, 12.8 MiB/s",
        text.of(12, 3, 512 * MIB, 40_000));
    assertEquals(
        "rewrite_data_files lake.db.t: 12 of 12 groups, 2.0 GiB of 2.0 GiB, 20.5 MiB/s",
        text.of(12, 12, 2048 * MIB, 100_000));
  }

  @ParameterizedTest
  @CsvSource({
    "0,0,'remove_orphan_files lake.db.t: 0 files'",
    "0,12345,'remove_orphan_files lake.db.t: 12,345 files, 4115.0 files/s'",
    "100000,500,'remove_orphan_files lake.db.t: 500 of 100,000 files, 9:57 left, 166.7 files/s'",
    "1000000,500,'remove_orphan_files lake.db.t: 500 of 1,000,000 files, 1:39:57 left, 166.7"
        + " files/s'",
  })
  void whatIsNotKnownIsLeftOut(long total, long done, String line) {
    assertEquals(
        line,
        new ProgressText(Work.of("remove_orphan_files", "lake.db.t", "files", total))
            .of(total, done, 0, 3000));
  }

  @Test
  void theLineIsDrawnOverItselfAndGoneAtTheEnd() {
    Work work = Work.of("add_files", "lake.t", "files", 4);
    try (Progress progress = new Progress(work, new TerminalLine(out, 42), clock::get)) {
      progress.draw();
      assertEquals("\radd_files lake.t: 0 of 4 files" + " ".repeat(11) + "\r", drawn());
      progress.done(1);
      progress.done(2, 0);
      clock.addAndGet(2000);
      progress.draw();
      // Cut where the terminal ends.
      assertEquals("\radd_files lake.t: 3 of 4 files, 0:01 left\r", drawn());
    }
    assertEquals("\r" + " ".repeat(41) + "\r", drawn());
  }

  @Test
  void withoutATerminalNothingIsDrawn() {
    PrintStream standardError = System.err;
    System.setErr(out);
    try (Progress progress =
        new Progress(Work.of("add_files", "lake.t", "files", 4), null, clock::get)) {
      progress.done(1);
      progress.draw();
    } finally {
      System.setErr(standardError);
    }
    assertEquals("", drawn());
  }
}

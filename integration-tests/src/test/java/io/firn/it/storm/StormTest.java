package io.firn.it.storm;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * MERGE, INSERT, DELETE, UPDATE and compaction at the same time on the same files, on different
 * rows: each commits the first time. {@code ./firn storm} lasts minutes instead of a few
 * statements, and runs Apache Iceberg's connector beside.
 */
@Timeout(7200)
class StormTest {
  private static final long SEED = Long.getLong("firn.storm.seed", 20261130L);

  static Stream<Arguments> storms() {
    Arguments vectors = Arguments.of(3, "merge-on-read");
    boolean one = Integer.getInteger("firn.storm.minutes", 0) > 0;
    return one ? Stream.of(vectors) : Stream.of(vectors, Arguments.of(2, "copy-on-write"));
  }

  @ParameterizedTest
  @MethodSource("storms")
  void nobodyFailsAndEachRowIsAsIfOneStatementHadFollowedTheOther(int formatVersion, String mode)
      throws Exception {
    StormSettings settings = StormSettings.ofSystem(formatVersion, mode);
    StringBuilder report = new StringBuilder("Storm, seed " + SEED + ": " + settings + "\n");
    List<String> wrong = new ArrayList<>();
    for (Engine engine : settings.engines()) {
      StormResult result = Storm.run(StormTable.create(engine, settings), settings, SEED);
      List<String> anomalies = result.anomalies();
      report.append(result.table(engine));
      report.append("  anomalies: ").append(anomalies.isEmpty() ? "none" : anomalies).append('\n');
      wrong.addAll(anomalies);
      if (engine == Engine.FIRN) {
        wrong.addAll(result.failures());
      }
    }
    String file = System.getProperty("firn.storm.report", "");
    if (!file.isEmpty()) {
      Files.writeString(Path.of(file), report);
    }
    assertEquals(List.of(), wrong, report::toString);
  }
}

package io.firn.bench.spark;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The rebase, which only Firn has: {@link io.firn.bench.Bench} measures it within the table core,
 * in a process of its own.
 */
final class CoreWorkload {
  static final String NAME = "rebase";

  private CoreWorkload() {}

  /** Runs it and adds what it measured. */
  static List<Measure> run(ProcessBuilder process, Path samples, Results results)
      throws IOException, InterruptedException {
    Files.deleteIfExists(samples);
    int status = process.start().waitFor();
    if (status != 0 || !Files.exists(samples)) {
      throw new IOException("the rebase could not be measured; see its log");
    }
    Map<String, Measure> measures = new TreeMap<>();
    for (String line : Files.readAllLines(samples)) {
      // case, goal and times in milliseconds, of one round
      String[] parts = line.split("\t", -1);
      Measure measure =
          measures.computeIfAbsent(
              parts[0],
              name ->
                  Measure.of(NAME, name, lake -> {})
                      .onlyIn("only Firn rebases", Engine.FIRN)
                      .goals(new Goal.Millis(Double.parseDouble(parts[1]))));
      results.add(
          measure,
          Engine.FIRN,
          new Sample(Double.parseDouble(parts[2]), Double.parseDouble(parts[3]), 0, 0, 0, 0));
    }
    return new ArrayList<>(measures.values());
  }
}

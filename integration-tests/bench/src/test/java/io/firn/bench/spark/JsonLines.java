package io.firn.bench.spark;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** One line a sample, and one where there is none. */
final class JsonLines {
  private JsonLines() {}

  static List<String> of(BenchOptions options, List<Measure> measures, Results results)
      throws JsonProcessingException {
    ObjectMapper json = new ObjectMapper();
    List<String> lines = new ArrayList<>();
    for (Measure measure : measures) {
      for (Engine engine : options.engines()) {
        int round = 0;
        for (Sample sample : results.samples(measure.id(), engine)) {
          Map<String, Object> line = start(options, measure, engine);
          line.put("round", round++);
          line.put("millis", sample.millis());
          line.put("cpu_millis", sample.cpuMillis());
          line.put("bytes", sample.bytes());
          line.put("heap_mebibytes", sample.heapMebibytes());
          line.put("slowest_millis", sample.slowestMillis());
          line.put("pair_millis", sample.pairMillis());
          lines.add(json.writeValueAsString(line));
        }
        if (results.absence(measure.id(), engine).isPresent()) {
          Map<String, Object> line = start(options, measure, engine);
          line.put("absent", results.absence(measure.id(), engine).get());
          lines.add(json.writeValueAsString(line));
        }
      }
    }
    return lines;
  }

  private static Map<String, Object> start(BenchOptions options, Measure measure, Engine engine) {
    Map<String, Object> line = new LinkedHashMap<>();
    line.put("scale", options.scale().name());
    line.put("workload", measure.workload());
    line.put("measure", measure.name());
    line.put("engine", engine.label());
    return line;
  }
}

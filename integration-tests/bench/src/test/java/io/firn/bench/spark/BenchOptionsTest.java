package io.firn.bench.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.HashSet;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class BenchOptionsTest {
  @Test
  void firnComesFirstAndIcebergIsTheDefault() {
    assertEquals(
        List.of(Engine.FIRN, Engine.DELTA, Engine.PARQUET),
        BenchOptions.of("--against", "delta,parquet").engines());
    assertEquals(List.of(Engine.FIRN, Engine.ICEBERG), BenchOptions.of().engines());
  }

  @Test
  void allWorkloadsRunUnlessSomeAreNamed() {
    assertEquals(
        List.of(
            "scan",
            "nested",
            "filter",
            "flights",
            "deleted",
            "dml",
            "refresh",
            "small-files",
            "tiny-files",
            "appends",
            "history",
            "rebase"),
        BenchOptions.of("--quick").workloads());
    assertEquals(List.of("dml", "scan"), BenchOptions.of("dml", "--quick", "scan").workloads());
  }

  @Test
  void unknownWordsAreRefused() {
    assertEquals(
        "There is no engine 'hudi'; name iceberg, delta or parquet",
        refusal("--against", "iceberg,hudi"));
    assertEquals(
        "There is no option '--fast', only --against, --quick and --profile", refusal("--fast"));
    assertEquals("--against needs names of engines: iceberg,delta,parquet", refusal("--against"));
    assertEquals(
        "There is no workload 'sacn', only scan, nested, filter, flights, deleted, dml, refresh, small-files, tiny-files, appends, history, rebase",
        refusal("sacn"));
  }

  private static String refusal(String... arguments) {
    return assertThrows(IllegalArgumentException.class, () -> BenchOptions.of(arguments))
        .getMessage();
  }

  @Test
  void noTwoMeasuresHaveOneName() {
    for (Scale scale : List.of(Scale.FULL, Scale.QUICK, Scale.TINY)) {
      List<String> ids =
          Workloads.ALL.stream()
              .flatMap(workload -> workload.measures(scale).stream())
              .map(Measure::id)
              .toList();
      assertEquals(ids.size(), new HashSet<>(ids).size(), ids.toString());
    }
  }

  @Test
  void classPathHoldsOneEngineOnly() {
    List<String> entries =
        List.of(
            "/repo/table-core/target/classes",
            "/repo/spark-connector/target/classes",
            "/repo/procedures/target/classes",
            "/m2/iceberg-spark-runtime-4.1_2.13-1.12.0.jar",
            "/m2/delta-spark_4.1_2.13-4.4.0.jar",
            "/m2/delta-storage-4.4.0.jar",
            "/m2/spark-sql_2.13-4.1.3.jar");
    assertEquals(
        entries.stream()
            .filter(e -> !e.startsWith("/m2/iceberg") && !e.startsWith("/m2/delta"))
            .toList(),
        on(Engine.FIRN, entries));
    assertEquals(
        List.of("/m2/iceberg-spark-runtime-4.1_2.13-1.12.0.jar", "/m2/spark-sql_2.13-4.1.3.jar"),
        on(Engine.ICEBERG, entries));
    assertEquals(
        List.of(
            "/m2/delta-spark_4.1_2.13-4.4.0.jar",
            "/m2/delta-storage-4.4.0.jar",
            "/m2/spark-sql_2.13-4.1.3.jar"),
        on(Engine.DELTA, entries));
    assertEquals(List.of("/m2/spark-sql_2.13-4.1.3.jar"), on(Engine.PARQUET, entries));
  }

  /** What the poms leave out is noticed here, not after minutes of a benchmark. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "io.firn.spark.FirnCatalog",
        "org.apache.iceberg.spark.SparkCatalog",
        "org.apache.spark.sql.delta.catalog.DeltaCatalog",
        "io.delta.storage.commit.actions.AbstractProtocol",
        "io.delta.kernel.Table",
        "io.delta.kernel.defaults.engine.DefaultEngine"
      })
  void classesOfTheEnginesAreThere(String name) throws ClassNotFoundException {
    assertEquals(name, Class.forName(name, false, getClass().getClassLoader()).getName());
  }

  private static List<String> on(Engine engine, List<String> entries) {
    Stream<String> needed = entries.stream().filter(engine::needs);
    return needed.toList();
  }
}

package io.firn.bench.spark;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/** An engine's tables, seen from a worker. */
final class Lake {
  private final Engine engine;
  private final Scale scale;
  private final SparkSession session;
  private final Path warehouse;
  private final TpchData data;
  private final FlightsData flights;
  private final Set<String> made = new HashSet<>();
  private final Map<String, String> versions = new HashMap<>();
  private double slowestMillis;

  Lake(
      Engine engine,
      Scale scale,
      SparkSession session,
      Path warehouse,
      TpchData data,
      FlightsData flights) {
    this.engine = engine;
    this.scale = scale;
    this.session = session;
    this.warehouse = warehouse;
    this.data = data;
    this.flights = flights;
  }

  Engine engine() {
    return engine;
  }

  Scale scale() {
    return scale;
  }

  SparkSession session() {
    return session;
  }

  TpchData data() {
    return data;
  }

  FlightsData flights() {
    return flights;
  }

  String name(String table) {
    return engine.qualified(table);
  }

  Path folder(String table) {
    return warehouse.resolve(engine.folder(table));
  }

  List<Row> sql(String statement) {
    return session.sql(statement).collectAsList();
  }

  /** The rows as text, for comparing engines. */
  String text(String query) {
    return sql(query).stream().map(Row::toString).sorted().collect(Collectors.joining(" "));
  }

  /** Makes all rows of a query and drops them. */
  void drain(String query) {
    session.sql(query).write().format("noop").mode("overwrite").save();
  }

  /** Creates a table from a query, once until {@link #clear}. */
  void table(String table, Map<String, String> properties, String query) {
    once(table, () -> create(table, properties, query));
  }

  void once(String what, Runnable making) {
    if (!made.contains(what)) {
      making.run();
      made.add(what);
    }
  }

  private void create(String table, Map<String, String> properties, String query) {
    session.sql("DROP TABLE IF EXISTS " + name(table));
    delete(folder(table));
    session.sql(
        "CREATE TABLE %s USING %s %s AS %s"
            .formatted(name(table), engine.provider(), properties(properties), query));
  }

  private static String properties(Map<String, String> properties) {
    return properties.isEmpty()
        ? ""
        : new TreeMap<>(properties)
            .entrySet().stream()
                .map(e -> "'%s'='%s'".formatted(e.getKey(), e.getValue()))
                .collect(Collectors.joining(", ", "TBLPROPERTIES (", ")"));
  }

  /** The version that {@link #restore} goes back to. */
  String version(String table) {
    String query =
        engine == Engine.DELTA
            ? "DESCRIBE HISTORY %s LIMIT 1"
            : "SELECT snapshot_id FROM %s.refs WHERE name = 'main'";
    return String.valueOf(sql(query.formatted(name(table))).get(0).get(0));
  }

  /** Makes the next {@link #table} and {@link #once} of it do their work again. */
  void forget(String table) {
    made.removeIf(what -> what.equals(table) || what.startsWith(table + " "));
  }

  /** Keeps the table's version of now. */
  void remember(String table) {
    remember(table, version(table));
  }

  void remember(String what, String version) {
    versions.put(what, version);
  }

  String remembered(String table) {
    return Objects.requireNonNull(versions.get(table), table);
  }

  void restore(String table, String version) {
    sql(
        engine == Engine.DELTA
            ? "RESTORE TABLE %s TO VERSION AS OF %s".formatted(name(table), version)
            : "CALL lake.system.set_current_snapshot('db.%s', %s)".formatted(table, version));
  }

  /** Copies a table's files, so that it can be taken back with its whole history. */
  void keep(String table) {
    delete(kept(table));
    copy(folder(table), kept(table));
  }

  /** Makes the table what it was at {@link #keep}. */
  void takeBack(String table) {
    delete(folder(table));
    copy(kept(table), folder(table));
    sql("REFRESH TABLE " + name(table));
  }

  private Path kept(String table) {
    return warehouse.resolve("kept").resolve(table);
  }

  private static void copy(Path from, Path to) {
    try (Stream<Path> paths = Files.walk(from)) {
      for (Path path : (Iterable<Path>) paths::iterator) {
        Path target = to.resolve(from.relativize(path));
        Files.createDirectories(target.getParent());
        if (!Files.isDirectory(path)) {
          Files.copy(path, target);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The table's data and delete files with their bytes. */
  Map<Path, Long> files(String table) {
    Path folder = folder(table);
    if (!Files.exists(folder)) {
      return Map.of();
    }
    try (Stream<Path> paths = Files.walk(folder)) {
      return paths.filter(Lake::isData).collect(Collectors.toMap(p -> p, p -> p.toFile().length()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static boolean isData(Path path) {
    String name = path.getFileName().toString();
    return name.endsWith(".parquet") && !path.toString().contains("/_delta_log/")
        || name.endsWith(".puffin")
        || name.startsWith("deletion_vector");
  }

  /** Runs a part of a round of which the slowest counts. */
  void timed(Runnable part) {
    long start = System.nanoTime();
    part.run();
    double millis = (System.nanoTime() - start) / 1e6;
    synchronized (this) {
      slowestMillis = Math.max(slowestMillis, millis);
    }
  }

  /** Of the parts since the last call; 0 if there were none. */
  synchronized double takeSlowest() {
    double slowest = slowestMillis;
    slowestMillis = 0;
    return slowest;
  }

  /** Drops all tables. */
  void clear() {
    if (engine.hasIcebergTables()) {
      sql("SHOW TABLES IN lake.db").forEach(t -> sql("DROP TABLE lake.db." + t.getString(1)));
    } else {
      sql("SHOW TABLES IN default").stream()
          .filter(table -> !table.getBoolean(2))
          .forEach(table -> sql("DROP TABLE default." + table.getString(1)));
    }
    made.clear();
    delete(warehouse);
  }

  static void delete(Path directory) {
    if (!Files.exists(directory)) {
      return;
    }
    try (Stream<Path> paths = Files.walk(directory)) {
      paths.sorted(Comparator.reverseOrder()).forEach(path -> path.toFile().delete());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}

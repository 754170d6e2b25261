package io.firn.it.storm;

import io.firn.it.Lakes;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/** The table of a storm, which writers reach by sessions of their own, and what became of it. */
final class StormTable {
  static final String NAME = "storm.db.t";
  private static final int FILES = 10;

  private final Engine engine;
  private final StormSettings settings;
  private final Path directory;
  private long bytesBefore;

  private StormTable(Engine engine, StormSettings settings, Path directory) {
    this.engine = engine;
    this.settings = settings;
    this.directory = directory;
  }

  static StormTable create(Engine engine, StormSettings settings) {
    try {
      Path target = Files.createDirectories(Path.of("target").toAbsolutePath());
      StormTable table =
          new StormTable(engine, settings, Files.createTempDirectory(target, "storm"));
      table.fill();
      return table;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void fill() {
    SparkSession session = session();
    session.sql("CREATE NAMESPACE storm.db");
    StringBuilder properties = new StringBuilder("'format-version'='%d'");
    for (String command : List.of("delete", "update", "merge")) {
      properties.append(", 'write." + command + ".mode'='" + settings.mode() + "'");
      properties.append(", 'write." + command + ".isolation-level'='" + settings.isolation() + "'");
    }
    session.sql(
        ("CREATE TABLE %s (id BIGINT, owner INT, v BIGINT, note STRING) USING iceberg"
                + " TBLPROPERTIES ("
                + properties
                + ")")
            .formatted(NAME, settings.formatVersion()));
    session.sql(
        ("INSERT INTO %s SELECT /*+ REPARTITION(%d) */ id, CAST(id %% 4 AS INT), id * 10, uuid()"
                + " FROM range(%d)")
            .formatted(NAME, FILES, settings.rows()));
    bytesBefore = CountedDisk.dataBytes();
  }

  /** A new session that reaches the table as {@link #NAME}. */
  SparkSession session() {
    SparkSession session = Lakes.session().newSession();
    // Many small statements: compiling their plans would be most of the work.
    session.conf().set("spark.sql.adaptive.enabled", "false");
    session.conf().set("spark.sql.codegen.wholeStage", "false");
    session.conf().set("spark.sql.codegen.factoryMode", "NO_CODEGEN");
    reach(session, engine);
    return session;
  }

  private void reach(SparkSession session, Engine by) {
    String key = "spark.sql.catalog.storm";
    session.conf().set(key, by.catalog());
    session.conf().set(key + ".type", "jdbc");
    session
        .conf()
        .set(key + ".uri", "jdbc:sqlite:" + directory.resolve("catalog.db?busy_timeout=60000"));
    session.conf().set(key + ".warehouse", "counted://" + directory.resolve("warehouse"));
    session.conf().set(key + ".hadoop.fs.counted.impl", CountedDisk.class.getName());
  }

  int rows() {
    return settings.rows();
  }

  /** The values by id, as the engine reads them; fails if an id is there twice. */
  Map<Long, Long> values(Engine reader) {
    SparkSession session = Lakes.session().newSession();
    reach(session, reader);
    Map<Long, Long> values = new HashMap<>();
    for (Row row : session.sql("SELECT id, v, owner FROM " + NAME).collectAsList()) {
      if (values.put(row.getLong(0), row.getLong(1)) != null) {
        throw new AssertionError("two rows with the id " + row.getLong(0));
      }
      if (row.getInt(2) != StormWriter.owner(row.getLong(0))) {
        throw new AssertionError("a row with another owner: " + row);
      }
    }
    return values;
  }

  /** The values that the table began with. */
  Map<Long, Long> firstValues() {
    Map<Long, Long> values = new TreeMap<>();
    for (long id = 0; id < settings.rows(); id++) {
      values.put(id, StormWriter.value(id));
    }
    return values;
  }

  /** The summaries of the table's snapshots but for the first one, in the order of commits. */
  List<Map<String, String>> commits() {
    Map<Long, Row> byId = new HashMap<>();
    SparkSession session = session();
    session
        .sql("SELECT snapshot_id, parent_id, summary, operation FROM " + NAME + ".snapshots")
        .collectAsList()
        .forEach(row -> byId.put(row.getLong(0), row));
    Object next =
        session
            .sql("SELECT snapshot_id FROM " + NAME + ".refs WHERE name = 'main'")
            .collectAsList()
            .get(0)
            .get(0);
    LinkedList<Map<String, String>> commits = new LinkedList<>();
    for (Row row = byId.get(next); !row.isNullAt(1); row = byId.get(row.get(1))) {
      Map<String, String> summary = new HashMap<>(row.getJavaMap(2));
      summary.put("operation", row.getString(3));
      commits.addFirst(summary);
    }
    return commits;
  }

  /** Bytes of data and delete files that were written and that no commit added. */
  long bytesForNothing(List<Map<String, String>> commits) {
    long added = 0;
    for (Map<String, String> commit : commits) {
      added += Long.parseLong(commit.getOrDefault("added-files-size", "0"));
    }
    return CountedDisk.dataBytes() - bytesBefore - added;
  }
}

package io.firn.spark.rowlevel;

import static io.firn.spark.TestSession.sql;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.firn.codec.avro.ManifestListReader;
import io.firn.codec.avro.RowMapReader;
import io.firn.deletes.PositionSet;
import io.firn.io.hadoop.HadoopStorage;
import io.firn.rowmap.RowMap;
import io.firn.rowmap.RowMapKind;
import io.firn.rowmap.Translation;
import io.firn.spark.TestSession;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.sql.Row;

/**
 * Runs a statement and compares the row map of its commit with what the table's rows tell, file and
 * position of each, before and after. Rows have a unique {@code id}, and a statement that changes a
 * row gives it other values.
 */
final class RowMapCheck {
  private static final HadoopStorage STORAGE = new HadoopStorage(new Configuration());

  private RowMapCheck() {}

  private record Place(String file, long position) {}

  /** Live rows by id: their values as text, and where they are. */
  private record State(
      Map<Long, String> values, Map<Long, Place> places, Map<String, Long> recordCounts) {

    static State of(String table) {
      Map<Long, String> values = new HashMap<>();
      Map<Long, Place> places = new HashMap<>();
      for (Row row :
          TestSession.get()
              .sql("SELECT id, struct(*), _file, _pos FROM " + table)
              .collectAsList()) {
        assertTrue(values.put(row.getLong(0), row.get(1).toString()) == null, "twice: " + row);
        places.put(row.getLong(0), new Place(row.getString(2), row.getLong(3)));
      }
      Map<String, Long> counts = new TreeMap<>();
      for (Row row :
          TestSession.get()
              .sql("SELECT file_path, record_count FROM " + table + ".data_files")
              .collectAsList()) {
        counts.put(row.getString(0), row.getLong(1));
      }
      return new State(values, places, counts);
    }
  }

  /** Runs the statement, which must rewrite something, and gives its map. */
  static RowMap run(String table, String statement) {
    State before = State.of(table);
    long base = currentSnapshot(table);
    sql(statement);
    State after = State.of(table);
    RowMap map = read(table).orElseThrow(() -> new AssertionError("no row map after " + statement));
    assertEquals(RowMapKind.ROW_CHANGE, map.kind(), statement);
    assertEquals(base, map.baseSnapshotId(), statement);
    compare(statement, before, after, map);
    return map;
  }

  private static void compare(String statement, State before, State after, RowMap map) {
    Map<String, Long> removed = new TreeMap<>(before.recordCounts());
    removed.keySet().removeAll(after.recordCounts().keySet());
    Map<String, Long> added = new TreeMap<>(after.recordCounts());
    added.keySet().removeAll(before.recordCounts().keySet());
    Map<String, Long> sources = new TreeMap<>();
    map.sources().forEach(source -> sources.put(source.path(), source.recordCount()));
    assertEquals(removed, sources, statement);
    Map<String, Long> targets = new TreeMap<>();
    map.targets().forEach(target -> targets.put(target.path(), target.recordCount()));
    assertEquals(added, targets, statement);

    Map<String, PositionSet> gaps = new TreeMap<>();
    removed.forEach((path, count) -> gaps.put(path, PositionSet.ofRange(0, count)));
    Map<String, PositionSet> images = new TreeMap<>();
    added.forEach((path, count) -> images.put(path, PositionSet.ofRange(0, count)));
    before
        .places()
        .forEach(
            (id, from) -> {
              boolean carried = before.values().get(id).equals(after.values().get(id));
              if (gaps.containsKey(from.file()) && carried) {
                Place to = after.places().get(id);
                Translation there = map.translate(from.file(), PositionSet.of(from.position()));
                assertEquals(
                    Map.of(to.file(), PositionSet.of(to.position())),
                    there.byTarget(),
                    statement + ", row " + id);
                gaps.get(from.file()).removeRange(from.position(), from.position() + 1);
                images.get(to.file()).removeRange(to.position(), to.position() + 1);
              }
            });
    gaps.forEach(
        (path, positions) ->
            assertEquals(
                positions,
                map.translate(path, PositionSet.ofRange(0, removed.get(path))).gaps(),
                statement + ", gaps of " + path));
    images.values().removeIf(PositionSet::isEmpty);
    assertEquals(images, map.newImages(), statement);
  }

  /** The row map of the current snapshot; its summary says the same. */
  static Optional<RowMap> read(String table) {
    Row snapshot =
        TestSession.get()
            .sql(
                "SELECT manifest_list, summary['row-map-kind'], summary['row-map-runs'],"
                    + " summary['row-map-location'] FROM "
                    + table
                    + ".snapshots ORDER BY committed_at DESC LIMIT 1")
            .first();
    Optional<String> location =
        ManifestListReader.rowMapLocation(STORAGE.newInputFile(snapshot.getString(0)));
    assertEquals(location, Optional.ofNullable(snapshot.getString(3)));
    Optional<RowMap> map = location.map(l -> RowMapReader.read(STORAGE.newInputFile(l)));
    if (map.isPresent()) {
      assertEquals(map.get().kind().text(), snapshot.getString(1));
      assertEquals(Long.toString(map.get().runCount()), snapshot.getString(2));
    }
    return map;
  }

  /** What the current snapshot's summary calls the map's kind. */
  static List<String> kind(String table) {
    return sql(
        "SELECT summary['row-map-kind'] FROM "
            + table
            + ".snapshots ORDER BY committed_at DESC LIMIT 1");
  }

  /** Tasks of which some file in the map is. */
  static Set<String> tasks(RowMap map) {
    Set<String> tasks = new HashSet<>();
    map.targets()
        .forEach(
            target -> {
              String name = target.path().substring(target.path().lastIndexOf('/') + 1);
              tasks.add(name.substring(0, name.indexOf('-')));
            });
    return tasks;
  }

  private static long currentSnapshot(String table) {
    return TestSession.get()
        .sql("SELECT snapshot_id FROM " + table + ".snapshots ORDER BY committed_at DESC LIMIT 1")
        .first()
        .getLong(0);
  }
}

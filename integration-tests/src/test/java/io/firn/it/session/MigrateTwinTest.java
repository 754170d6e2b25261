package io.firn.it.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.firn.it.Lakes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Parquet tables that become Iceberg tables against Apache Iceberg's own procedure. */
class MigrateTwinTest {
  private static final String PARTS =
      " (id INT, s STRING COMMENT 'of it', p STRING) USING parquet PARTITIONED BY (p)"
          + " LOCATION '%D/NAME' TBLPROPERTIES ('owner-team' = 'x')";
  private static SessionTwins twins;

  @BeforeAll
  static void createNamespaces() {
    twins = SessionTwins.create("mig");
  }

  @AfterAll
  static void dropNamespaces() {
    twins.drop();
  }

  private static void createParts(String name) {
    twins.both("CREATE TABLE %N." + name + PARTS.replace("NAME", name));
    twins.both(
        "INSERT INTO %N."
            + name
            + " VALUES (1, 'one', 'a'), (2, 'two', 'b c/d=e%20'), (3, NULL, NULL), (4, 'x',"
            + " 'ü:?*')");
    twins.both("INSERT INTO %N." + name + " VALUES (5, 'five', 'a')");
  }

  private static String call(String arguments) {
    return "CALL spark_catalog.system.migrate(" + arguments + ")";
  }

  @Test
  void aPartitionedTableTakesThePlaceOfTheParquetTable() {
    createParts("parts");
    assertEquals(List.of("[5]"), twins.both(call("'%N.parts', map('k', 'v'), parallelism => 2")));
    assertEquals(
        List.of(
            "[1, one, a]",
            "[2, two, b c/d=e%20]",
            "[3, null, null]",
            "[4, x, ü:?*]",
            "[5, five, a]"),
        twins.rows("SELECT * FROM %N.parts ORDER BY id"));
    twins.rows("DESCRIBE %N.parts");
    twins.rows(
        "SELECT partition, record_count, lower_bounds FROM %N.parts.files"
            + " ORDER BY partition, lower_bounds[1]");
    assertEquals(
        properties(twins.iceberg("SHOW TBLPROPERTIES %N.parts")),
        properties(twins.firn("SHOW TBLPROPERTIES %N.parts")));
    twins.both("DELETE FROM %N.parts WHERE id = 1");
    twins.both("INSERT INTO %N.parts VALUES (6, 'six', 'b c/d=e%20')");
    twins.both("UPDATE %N.parts SET s = 'drei' WHERE id = 3");
    twins.rows("SELECT * FROM %N.parts ORDER BY id");
    assertEquals(
        List.of("[%N, parts_backup_, false]"), twins.both("SHOW TABLES IN %N LIKE 'parts_b*'"));
  }

  /** But for those that only one connector sets, and whose values are random. */
  private static List<String> properties(List<String> all) {
    return all.stream()
        .filter(row -> !row.contains("current-snapshot-id") && !row.contains("name-mapping"))
        .map(row -> row.replaceAll("mig_[ab]/", "%N/"))
        .sorted()
        .toList();
  }

  /** Apache Iceberg reads a managed table's files where the renaming moved them. */
  @Test
  void theFilesOfAManagedTableStayWhereTheyAre() {
    for (String name : List.of("flat", "kept")) {
      twins.both("CREATE TABLE %N." + name + " (id INT, p INT) USING parquet PARTITIONED BY (p)");
      twins.both("INSERT INTO %N." + name + " VALUES (1, 1), (2, 2)");
    }
    assertEquals(List.of("[2]"), twins.both(call("'%N.flat'")));
    assertEquals(List.of("[1, 1]", "[2, 2]"), twins.rows("SELECT * FROM %N.flat ORDER BY id"));
    assertEquals(
        List.of("[2]"),
        twins.firn("SELECT count(*) FROM %N.flat.files WHERE file_path LIKE '%%N.db/flat/p=%'"));
    assertEquals(List.of("[2]"), twins.firn(call("'%N.kept', drop_backup => true")));
    assertEquals(
        List.of("[1, 1]", "[2, 2]"), twins.icebergOnFirns("SELECT * FROM %N.kept ORDER BY id"));
    twins.firn("DROP TABLE %N.flat_backup_");
    assertEquals(List.of("[2]"), twins.firn("SELECT count(*) FROM %N.flat"));
  }

  @Test
  void theBackupHasANameOfItsOwnOrIsDropped() {
    createParts("named");
    twins.both(call("'%N.named', backup_table_name => 'before'"));
    assertEquals(List.of("[%N, before, false]"), twins.both("SHOW TABLES IN %N LIKE 'before'"));
    createParts("gone");
    twins.both(call("table => 'spark_catalog.%N.gone', drop_backup => true"));
    assertEquals(List.of(), twins.both("SHOW TABLES IN %N LIKE 'gone_*'"));
    assertEquals(List.of("[5]"), twins.rows("SELECT count(*) FROM %N.gone"));
    createParts("taken");
    twins.both("CREATE TABLE %N.taken_BACKUP_ (id INT) USING parquet");
    twins.bothRefuse(call("'%N.taken'"), "The backup table already exists");
    twins.firn("CREATE TABLE %N.taken2 (id INT) USING iceberg");
    twins.firnRefuses(
        call("'%N.taken', backup_table_name => 'taken2'"), "The backup table already exists");
    twins.firnRefuses(call("'%N.taken', backup_table_name => 'a.b'"), "not a valid name");
    assertUntouched("taken");
  }

  private static void assertUntouched(String name) {
    assertEquals(List.of("[5]"), twins.firn("SELECT count(*) FROM %N." + name));
    assertEquals("parquet", provider(name));
  }

  private static String provider(String name) {
    return twins.firn("DESCRIBE EXTENDED %N." + name).stream()
        .filter(row -> row.startsWith("[Provider"))
        .findFirst()
        .orElseThrow()
        .replaceAll("\\[Provider, (\\w+),.*", "$1");
  }

  @Test
  void aTableThatCannotBeReadIsPutBack() throws IOException {
    createParts("broken");
    twins.both("CREATE TABLE %N.managed (id INT) USING parquet");
    twins.both("INSERT INTO %N.managed VALUES (1)");
    List<String> type = twins.firn("DESCRIBE EXTENDED %N.managed");
    Files.writeString(twins.directory().resolve("broken/p=a/bad.parquet"), "no Parquet");
    Path managed = Path.of(location("managed"));
    Files.writeString(managed.resolve("bad.parquet"), "no Parquet");
    List<Path> before = Lakes.files(managed);
    twins.firnRefuses(call("'%N.broken'"), "bad.parquet");
    twins.firnRefuses(call("'%N.managed'"), "bad.parquet");
    assertEquals(before, Lakes.files(managed));
    assertEquals(type, twins.firn("DESCRIBE EXTENDED %N.managed"));
    assertTrue(!Files.exists(managed.resolve("metadata")));
    Files.delete(managed.resolve("bad.parquet"));
    Files.delete(twins.directory().resolve("broken/p=a/bad.parquet"));
    assertUntouched("broken");
    assertEquals(List.of("[1]"), twins.firn("SELECT * FROM %N.managed"));
    assertEquals(List.of("[1]"), twins.firn(call("'%N.managed'")));
  }

  private static String location(String name) {
    return twins.firn("DESCRIBE EXTENDED %N." + name).stream()
        .filter(row -> row.startsWith("[Location"))
        .findFirst()
        .orElseThrow()
        .replaceAll("\\[Location, file:(.*), \\]", "$1")
        .replace("%N", "mig_a");
  }

  /** Somebody else creates the table while the footers are read. */
  @Test
  void aTableWhoseNameWasTakenMeanwhileIsPutBack() {
    twins.firn("CREATE TABLE %N.raced (id INT) USING parquet LOCATION 'interrupted:%D/raced'");
    twins.firn("INSERT INTO %N.raced SELECT id FROM range(5)");
    List<Path> before = Lakes.files(twins.directory().resolve("raced"));
    InterruptedDisk.beforeNextFile(
        () -> twins.icebergOnFirns("CREATE TABLE %N.raced (x INT) USING iceberg"));
    twins.firnRefuses(call("'%N.raced'"), "already exists");
    assertEquals(before, Lakes.files(twins.directory().resolve("raced")));
    assertEquals(List.of("[x]"), twins.icebergOnFirns("SHOW COLUMNS IN %N.raced"));
    twins.icebergOnFirns("DROP TABLE %N.raced");
    assertUntouched("raced");
  }

  @Test
  void missingDirectoriesFailOrAreLeftOut() throws IOException {
    createParts("holes");
    for (Path file : Lakes.files(twins.directory().resolve("holes/p=a"))) {
      Files.delete(file);
    }
    Files.delete(twins.directory().resolve("holes/p=a"));
    twins.firnRefuses(call("'%N.holes'"), "does not exist");
    assertEquals("parquet", provider("holes"));
    assertEquals(List.of("[3]"), twins.firn(call("'%N.holes', ignore_missing_files => true")));
    assertEquals(List.of("[3]"), twins.icebergOnFirns("SELECT count(*) FROM %N.holes"));
  }

  @Test
  void whatCannotBeMigratedIsRefusedAndLeftAsItIs() {
    twins.firn("CREATE TABLE %N.orcs (id INT) USING orc");
    twins.firn("CREATE TABLE %N.text (t STRING) USING text");
    twins.firn("CREATE TABLE %N.buckets (id INT) USING parquet CLUSTERED BY (id) INTO 2 BUCKETS");
    twins.firn("CREATE VIEW %N.view AS SELECT 1 AS x");
    twins.firn("CREATE TABLE %N.own (id INT) USING iceberg");
    twins.firn("CREATE TABLE %N.years (id INT, y INTERVAL YEAR) USING parquet");
    createParts("fine");
    twins.firnRefuses(call("'%N.orcs'"), "its format is orc");
    twins.firnRefuses(call("'%N.text'"), "from source provider: 'text'");
    twins.firnRefuses(call("'%N.buckets'"), "from a bucketed source table");
    twins.firnRefuses(call("'%N.view'"), "it is a view");
    twins.firnRefuses(call("'%N.own'"), "it is an Iceberg table already");
    twins.firnRefuses(call("'%N.years'"), "interval");
    twins.bothRefuse(call("'%N.nowhere'"), "Cannot find the source table");
    twins.bothRefuse(call("'%N.fine', parallelism => 0"), "parallelism");
    twins.bothRefuse(call("'%N.fine', map('format-version', '9')"), "9");
    twins.firn("ALTER TABLE %N.fine SET TBLPROPERTIES ('external.table.purge' = 'true')");
    twins.firnRefuses(call("'%N.fine', drop_backup => true"), "external.table.purge is true");
    twins.firnRefuses(
        "CALL lake.system.migrate('%N.fine')", "CALL spark_catalog.system.migrate('mig_a.fine')");
    for (String name : List.of("orcs", "text", "buckets", "years")) {
      assertEquals(List.of("[0]"), twins.firn("SELECT count(*) FROM %N." + name));
    }
    assertUntouched("fine");
    assertEquals(List.of(), twins.firn("SHOW TABLES IN %N LIKE 'fine_*'"));
  }
}

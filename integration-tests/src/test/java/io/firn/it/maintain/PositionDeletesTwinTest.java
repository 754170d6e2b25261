package io.firn.it.maintain;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.firn.it.Lakes;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.apache.iceberg.DeleteFile;
import org.apache.iceberg.ManifestFiles;
import org.apache.iceberg.Table;
import org.junit.jupiter.api.Test;

/** Rewriting of position deletes against Apache Iceberg's own, on twin tables. */
class PositionDeletesTwinTest {
  private static final String BY_PARTITION = ", 'write.delete.granularity'='partition'";
  private static final String CALL = ".system.rewrite_position_delete_files(table => '%N'";

  /** Two tables with the same history: Firn rewrites the first one, Iceberg the second. */
  private record Twins(SharedTable ofFirn, SharedTable ofIceberg) {

    static Twins create(String name, String properties) {
      return new Twins(table(name + "_a", properties), table(name + "_b", properties));
    }

    static SharedTable table(String name, String properties) {
      return SharedTable.create(
          name,
          "id BIGINT, p STRING",
          "PARTITIONED BY (p) TBLPROPERTIES ('format-version'='2',"
              + " 'write.delete.mode'='merge-on-read'"
              + properties
              + ")");
    }

    void both(String statement) {
      ofFirn.lake(statement);
      ofIceberg.lake(statement);
    }

    /** Each engine rewrites its table: so many files by so many, and the same tables after it. */
    void rewrite(String arguments, String expected) {
      List<String> rows = ofFirn.lake("SELECT * FROM %T ORDER BY id");
      String ours = ofFirn.lake("CALL lake" + CALL + arguments + ")").get(0);
      String theirs = ofIceberg.ice("CALL ice" + CALL + arguments + ")").get(0);
      assertEquals(expected, counts(theirs));
      assertEquals(expected, counts(ours));
      assertSame(rows);
    }

    private static String counts(String result) {
      return result.replaceAll("^\\[(\\d+, \\d+), .*", "$1");
    }

    private void assertSame(List<String> rows) {
      for (SharedTable table : List.of(ofFirn, ofIceberg)) {
        assertEquals(rows, table.lake("SELECT * FROM %T ORDER BY id"));
        assertEquals(rows, table.ice("SELECT * FROM %T ORDER BY id"));
      }
      String deletes =
          "SELECT sequence_number, data_file.partition, data_file.file_format,"
              + " data_file.record_count FROM %T.entries"
              + " WHERE status < 2 AND data_file.content = 1 ORDER BY 1, 2, 4";
      assertEquals(ofIceberg.ice(deletes), ofFirn.ice(deletes));
    }
  }

  private static Twins write(Twins twins) {
    write(twins.ofFirn());
    write(twins.ofIceberg());
    return twins;
  }

  /** Two partitions with two files each, and five statements that delete rows of all of them. */
  private static SharedTable write(SharedTable table) {
    for (int from = 0; from < 80; from += 20) {
      table.lake(
          "INSERT INTO %T SELECT /*+ COALESCE(1) */ id, '"
              + (from < 40 ? "a" : "b")
              + "' FROM range("
              + from
              + ", "
              + (from + 20)
              + ")");
    }
    for (int rest = 0; rest < 5; rest++) {
      table.lake("DELETE FROM %T WHERE id % 10 = " + rest);
    }
    return table;
  }

  @Test
  void manyFilesOfAPartitionBecomeOneAndWhatAppliesToNothingGoes() {
    Twins twins = write(Twins.create("merged", BY_PARTITION));
    twins.rewrite(", options => map('min-input-files', '100')", "0, 0");
    twins.rewrite(", where => 'p = \"c\"'", "0, 0");
    twins.rewrite(", where => 'p = \"a\" AND id < 1000'", "5, 1");
    twins.both("INSERT INTO %T VALUES (200, 'a')");
    twins.rewrite("", "5, 1");
    assertEquals(List.of("[41]"), twins.ofFirn().lake("SELECT count(*) FROM %T"));
    // The deletes of b name no single file, and stay when all of its files are rewritten.
    twins.both("ALTER TABLE %T SET TBLPROPERTIES ('write.delete.mode'='copy-on-write')");
    twins.both("DELETE FROM %T WHERE p = 'b' AND id % 10 = 9");
    assertEquals(2, deleteFiles(twins.ofFirn()).size());
    twins.rewrite(", options => map('rewrite-all', 'true')", "2, 1");
    assertEquals(1, deleteFiles(twins.ofFirn()).size());
  }

  @Test
  void deletesByDataFileStayByDataFile() {
    Twins twins = write(Twins.create("by_file", ""));
    twins.rewrite("", "0, 0");
    twins.rewrite(", options => map('rewrite-all', 'true')", "4, 4");
  }

  @Test
  void inVersion3TheyBecomeOneVectorForEachDataFile() {
    Twins twins = write(Twins.create("vectors", BY_PARTITION));
    twins.both("ALTER TABLE %T SET TBLPROPERTIES ('format-version'='3')");
    twins.rewrite("", "10, 4");
    twins.rewrite(", options => map('rewrite-all', 'true')", "0, 0");
  }

  @Test
  void aVectorThatIsThereStays() {
    SharedTable table = write(Twins.table("with_vector", BY_PARTITION));
    table.lake("ALTER TABLE %T SET TBLPROPERTIES ('format-version'='3')");
    table.lake("DELETE FROM %T WHERE id = 7");
    List<String> rows = table.lake("SELECT * FROM %T ORDER BY id");
    assertTrue(table.lake("CALL lake" + CALL + ")").get(0).startsWith("[10, 3, "));
    assertEquals(rows, table.lake("SELECT * FROM %T ORDER BY id"));
    assertEquals(rows, table.ice("SELECT * FROM %T ORDER BY id"));
    assertEquals(
        List.of("10 PUFFIN", "10 PUFFIN", "10 PUFFIN", "11 PUFFIN"),
        deleteFiles(table).stream().map(f -> f.recordCount() + " " + f.format()).sorted().toList());
    assertEquals(
        4, deleteFiles(table).stream().map(DeleteFile::referencedDataFile).distinct().count());
  }

  @Test
  void groupsAreSplitAndCommittedAsTheOptionsSay() {
    SharedTable table = write(Twins.table("groups", BY_PARTITION));
    List<String> rows = table.lake("SELECT * FROM %T ORDER BY id");
    String small = "'target-file-size-bytes', '1000', 'min-file-size-bytes', '0',";
    long before = snapshots(table);
    String result =
        table
            .lake(
                "CALL lake"
                    + CALL
                    + ", options => map("
                    + small
                    + " 'max-file-size-bytes', '3000', 'rewrite-all', 'true',"
                    + " 'partial-progress.enabled', 'true', 'partial-progress.max-commits', '2',"
                    + " 'max-concurrent-file-group-rewrites', '2', 'max-file-group-input-files',"
                    + " '3', 'max-file-group-size-bytes', '100000', 'rewrite-job-order',"
                    + " 'files-desc'))")
            .get(0);
    assertEquals(before + 2, snapshots(table));
    assertTrue(result.matches("\\[10, ([4-9]|1\\d), \\d+, \\d+]"), result);
    assertEquals(rows, table.lake("SELECT * FROM %T ORDER BY id"));
    assertEquals(rows, table.ice("SELECT * FROM %T ORDER BY id"));
  }

  @Test
  void whatCannotBeDoneIsRefusedAndLeavesNoFile() throws IOException {
    SharedTable table = Twins.table("refused", BY_PARTITION);
    assertEquals(List.of("[0, 0, 0, 0]"), table.lake("CALL lake" + CALL + ")"));
    write(table);
    for (String option :
        List.of(
            "'no-such-option', '1'",
            "'min-input-files', '0'",
            "'max-concurrent-file-group-rewrites', '0'",
            "'target-file-size-bytes', '0'",
            "'min-file-size-bytes', '" + (64 << 20) + "'",
            "'max-file-group-input-files', '0'",
            "'rewrite-job-order', 'random'",
            "'partial-progress.enabled', 'true', 'partial-progress.max-commits', '0'")) {
      String arguments = ", options => map(" + option + "))";
      assertThrows(Exception.class, () -> table.ice("CALL ice" + CALL + arguments));
      Exception e = assertThrows(Exception.class, () -> table.lake("CALL lake" + CALL + arguments));
      String key = option.replaceAll(".*'([a-z.-]+)', '\\w+'$", "$1");
      assertTrue(e.getMessage().contains(key), e.getMessage());
    }
    Path missing =
        deleteFiles(table).stream()
            .filter(f -> f.partition().get(0, String.class).equals("b"))
            .map(f -> Path.of(f.location().replaceAll("^file:", "")))
            .findFirst()
            .orElseThrow();
    byte[] content = Files.readAllBytes(missing);
    Files.delete(missing);
    List<Path> files = files(table);
    Exception e = assertThrows(Exception.class, () -> table.lake("CALL lake" + CALL + ")"));
    assertTrue(e.getMessage().contains(missing.getFileName().toString()), e.getMessage());
    assertEquals(files, files(table));
    String partial = ", options => map('partial-progress.enabled', 'true'))";
    assertTrue(table.lake("CALL lake" + CALL + partial).get(0).startsWith("[5, 1, "));
    Files.write(missing, content);
    assertTrue(table.lake("CALL lake" + CALL + ")").get(0).startsWith("[5, 1, "));
    assertEquals(List.of("[40]"), table.lake("SELECT count(*) FROM %T"));
  }

  private static long snapshots(SharedTable table) {
    return StreamSupport.stream(table.load().snapshots().spliterator(), false).count();
  }

  /** The live ones. */
  private static List<DeleteFile> deleteFiles(SharedTable shared) {
    Table table = shared.load();
    List<DeleteFile> files = new ArrayList<>();
    table
        .currentSnapshot()
        .deleteManifests(table.io())
        .forEach(
            manifest -> {
              try (var reader =
                  ManifestFiles.readDeleteManifest(manifest, table.io(), table.specs())) {
                reader.forEach(file -> files.add(file.copy()));
              } catch (IOException e) {
                throw new UncheckedIOException(e);
              }
            });
    return files;
  }

  private static List<Path> files(SharedTable table) throws IOException {
    try (Stream<Path> files =
        Files.walk(Lakes.warehouse().resolve("maintain").resolve(table.name()).resolve("data"))) {
      return files.sorted().toList();
    }
  }
}

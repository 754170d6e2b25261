package io.firn.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.firn.error.FirnException;
import io.firn.error.MissingFileException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Each kind of file of a table, truncated, gone or with a flipped bit: statements fail with an
 * error that names table and file, nothing is committed, and once the file is back all is as
 * before.
 */
@Timeout(300)
class DamagedTableTest {
  private static final String TABLE = "lake.damage.t";
  private static final String QUERY = "SELECT * FROM " + TABLE + " ORDER BY id";
  private static final String INSERT = "INSERT INTO " + TABLE + " VALUES (1000, 'new')";
  private static final String DELETE = "DELETE FROM " + TABLE + " WHERE id % 10 = 3";
  private static final long SEED = Long.getLong("firn.test.seed", 20261130L);
  private static final int FLIPS = 16;

  private static List<String> expected;
  private static List<String> files;

  private static final int MAGIC_BYTES = 4;

  /** A kind of file, how to find one, and the statements that cannot do without it. */
  enum Kind {
    METADATA("SELECT max_by(file, latest_sequence_number) FROM %s.metadata_log_entries", true),
    MANIFEST_LIST("SELECT max_by(manifest_list, committed_at) FROM %s.snapshots", true),
    MANIFEST("SELECT max(path) FROM %s.manifests WHERE content = 0", false),
    DELETE_MANIFEST("SELECT max(path) FROM %s.manifests WHERE content = 1", false),
    PUFFIN("SELECT max(file_path) FROM %s.delete_files", false),
    DATA("SELECT max(file_path) FROM %s.data_files", false);

    private final String find;
    private final boolean neededToAppend;

    Kind(String find, boolean neededToAppend) {
      this.find = find;
      this.neededToAppend = neededToAppend;
    }

    Path file() {
      String location = (String) Lakes.sql(String.format(find, TABLE)).get(0).get(0);
      return Path.of(location.replaceFirst("^file:/+", "/"));
    }
  }

  @BeforeAll
  static void createTable() throws IOException {
    System.out.println("DamagedTableTest seed " + SEED);
    Lakes.sql("CREATE NAMESPACE lake.damage");
    Lakes.sql(
        "CREATE TABLE "
            + TABLE
            + " (id BIGINT, name STRING) USING iceberg TBLPROPERTIES ('format-version'='3')");
    Lakes.sql("INSERT INTO " + TABLE + " SELECT /*+ COALESCE(1) */ id, 'n' || id FROM range(100)");
    Lakes.sql("ALTER TABLE ice.damage.t SET TBLPROPERTIES ('write.delete.mode'='merge-on-read')");
    Lakes.sql("DELETE FROM ice.damage.t WHERE id % 7 = 2");
    Lakes.sql("ALTER TABLE ice.damage.t UNSET TBLPROPERTIES ('write.delete.mode')");
    // Checksum files of Hadoop's local file system would tell of all damage.
    for (Path file : Lakes.files("damage/t")) {
      if (file.toString().endsWith(".crc")) {
        Files.delete(file);
      }
    }
    expected = Lakes.rows(QUERY);
    assertEquals(86, expected.size());
    files = names();
  }

  private static List<String> names() {
    return Lakes.files("damage/t").stream().map(Path::toString).toList();
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void aTruncatedOrMissingFileIsNamed(Kind kind) throws IOException {
    Path file = kind.file();
    byte[] bytes = Files.readAllBytes(file);
    int needed = kind == Kind.PUFFIN ? endOfVector() : bytes.length;
    for (int length : new int[] {0, 5, needed / 2, needed - 1}) {
      String what = kind + " of " + length + " instead of " + bytes.length + " bytes";
      try {
        Files.write(file, Arrays.copyOf(bytes, length));
        assertFails(QUERY, file, what);
        assertFails(DELETE, file, what);
        if (kind.neededToAppend) {
          assertFails(INSERT, file, what);
        }
        assertEquals(files, names(), what);
      } finally {
        Files.write(file, bytes);
      }
      assertUnharmed(what);
    }
    Files.delete(file);
    try {
      if (kind != Kind.METADATA) {
        assertInstanceOf(MissingFileException.class, assertFails(QUERY, file, "missing " + kind));
        assertFails(DELETE, file, "missing " + kind);
      }
    } finally {
      Files.write(file, bytes);
    }
    assertUnharmed("missing " + kind);
  }

  /** A vector is read by the place that the manifest tells, without the file's footer. */
  private static int endOfVector() {
    return ((Long)
            Lakes.sql(
                    "SELECT max(content_offset + content_size_in_bytes) FROM "
                        + TABLE
                        + ".delete_files")
                .get(0)
                .get(0))
        .intValue();
  }

  /** Only Parquet pages and Puffin have checksums: elsewhere a flipped bit may go unnoticed. */
  @ParameterizedTest
  @EnumSource(Kind.class)
  void aFlippedBitIsNamedOrDoesNotMatter(Kind kind) throws IOException {
    Path file = kind.file();
    byte[] bytes = Files.readAllBytes(file);
    Random random = new Random(SEED + kind.ordinal());
    int noticed = 0;
    for (int i = 0; i < FLIPS; i++) {
      byte[] damaged = bytes.clone();
      // Of a Puffin file only the vector is read.
      int place =
          kind == Kind.PUFFIN
              ? MAGIC_BYTES + random.nextInt(endOfVector() - MAGIC_BYTES)
              : random.nextInt(bytes.length);
      damaged[place] ^= (byte) (1 << random.nextInt(8));
      String what = kind + ", seed " + SEED + ", byte " + place + " of " + bytes.length;
      try {
        Files.write(file, damaged);
        noticed += failure(QUERY, file, what).isPresent() ? 1 : 0;
      } finally {
        Files.write(file, bytes);
      }
    }
    assertUnharmed(kind.toString());
    if (kind == Kind.PUFFIN) {
      assertEquals(FLIPS, noticed, "flipped bits of a vector");
    }
    assertTrue(noticed > 0, kind + ": none of " + FLIPS + " flipped bits was noticed");
  }

  private static FirnException assertFails(String statement, Path file, String what) {
    return failure(statement, file, what)
        .orElseThrow(() -> new AssertionError(what + " goes unnoticed in: " + statement));
  }

  /** What the statement failed with, checked to name table and file; empty if it did not fail. */
  private static Optional<FirnException> failure(String statement, Path file, String what) {
    Lakes.forget(TABLE);
    try {
      Lakes.sql(statement);
      return Optional.empty();
    } catch (Exception e) {
      FirnException failure = Lakes.firnFailure(e);
      String message = String.valueOf(failure.getMessage());
      assertTrue(message.contains(TABLE), () -> what + ": " + message);
      // A flipped bit in a list of files may give the name of a file that is not there.
      boolean namesFile =
          message.contains(file.getFileName().toString())
              || failure instanceof MissingFileException;
      assertTrue(namesFile, () -> what + ": " + message);
      return Optional.of(failure);
    }
  }

  private static void assertUnharmed(String what) {
    Lakes.forget(TABLE);
    assertEquals(expected, Lakes.rows(QUERY), what);
    assertEquals(files, names(), what);
  }

  @Test
  void metadataTablesNameWhatTheyCannotRead() throws IOException {
    Path file = Kind.MANIFEST.file();
    byte[] bytes = Files.readAllBytes(file);
    try {
      Files.write(file, Arrays.copyOf(bytes, bytes.length / 2));
      for (String table : List.of("files", "entries", "partitions", "all_data_files")) {
        Exception e =
            assertThrows(Exception.class, () -> Lakes.sql("SELECT * FROM " + TABLE + "." + table));
        String message = String.valueOf(Lakes.firnFailure(e).getMessage());
        assertTrue(message.contains(TABLE), message);
        assertTrue(message.contains(file.getFileName().toString()), message);
      }
    } finally {
      Files.write(file, bytes);
    }
  }
}

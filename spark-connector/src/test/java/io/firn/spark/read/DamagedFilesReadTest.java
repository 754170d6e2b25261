package io.firn.spark.read;

import static org.apache.iceberg.types.Types.NestedField.optional;
import static org.apache.iceberg.types.Types.NestedField.required;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.firn.error.CorruptFileException;
import io.firn.error.FirnException;
import io.firn.error.MissingFileException;
import java.io.File;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.DeleteFile;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.types.Types;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A damaged or missing file ends in an error that names it and the table, and never in a hang. */
class DamagedFilesReadTest {
  private static final Schema SCHEMA =
      new Schema(
          required(1, "id", Types.LongType.get()),
          optional(2, "s", Types.StringType.get()),
          optional(3, "l", Types.ListType.ofOptional(4, Types.IntegerType.get())));

  @TempDir Path directory;

  private OracleTable table;

  private DataFile write() {
    table = OracleTable.create(directory, SCHEMA, PartitionSpec.unpartitioned(), 2);
    List<Record> rows = new ArrayList<>();
    for (int i = 0; i < 300; i++) {
      rows.add(table.row((long) i, "text " + i % 50, List.of(i, i + 1)));
    }
    return table.append(rows).get(0);
  }

  private FirnException failure() {
    Throwable thrown =
        assertThrows(
            Exception.class,
            () -> ReadSession.get().table(table.sql()).selectExpr("*", "_pos").collectAsList());
    while (!(thrown instanceof FirnException) && thrown.getCause() != null) {
      thrown = thrown.getCause();
    }
    return assertInstanceOf(FirnException.class, thrown, () -> "not named");
  }

  private static void removeChecksum(Path file) throws IOException {
    Files.deleteIfExists(file.resolveSibling("." + file.getFileName() + ".crc"));
  }

  @Test
  void aMissingDataFileIsNamed() throws IOException {
    DataFile file = write();
    Files.delete(Path.of(file.location()));

    FirnException failure = failure();

    assertInstanceOf(MissingFileException.class, failure);
    assertEquals(
        "Cannot read "
            + table.sql()
            + ": its data file "
            + file.location()
            + " does not exist; restore it",
        failure.getMessage());
  }

  @Test
  void aMissingDeleteFileIsNamed() throws IOException {
    DataFile file = write();
    DeleteFile delete = table.deletePositions(file, 3);
    Files.delete(Path.of(delete.location()));

    FirnException failure = failure();

    assertInstanceOf(MissingFileException.class, failure);
    assertTrue(failure.getMessage().startsWith("Cannot read " + table.sql()), failure::getMessage);
    assertTrue(failure.getMessage().contains(delete.location()), failure::getMessage);
  }

  @Test
  void aTruncatedFileIsNamed() throws IOException {
    DataFile file = write();
    Path path = Path.of(file.location());
    byte[] bytes = Files.readAllBytes(path);
    removeChecksum(path);
    for (int length : new int[] {0, 3, 12, bytes.length / 2, bytes.length - 1}) {
      Files.write(path, java.util.Arrays.copyOf(bytes, length));
      FirnException failure = failure();
      assertInstanceOf(CorruptFileException.class, failure);
      assertTrue(failure.getMessage().contains(file.location()), failure::getMessage);
      assertTrue(failure.getMessage().contains(table.sql()), failure::getMessage);
    }
  }

  /** Pages have checksums, a footer has none: damage there may go unnoticed, but must not hang. */
  @Test
  void aFlippedBitIsNoticedOrDoesNotMatter() throws IOException {
    DataFile file = write();
    Path path = Path.of(file.location());
    byte[] bytes = Files.readAllBytes(path);
    removeChecksum(path);
    List<String> expected = Canonical.rows(ReadSession.get().table(table.sql()));
    ByteBuffer tail = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    int footerStart = bytes.length - 8 - tail.getInt(bytes.length - 8);
    long seed = Long.getLong("firn.test.seed", 20261130L);
    System.out.println("DamagedFilesReadTest seed " + seed);
    Random random = new Random(seed);
    int noticed = 0;
    for (int i = 0; i < 40; i++) {
      byte[] damaged = bytes.clone();
      int place = i % 2 == 0 ? random.nextInt(footerStart) : random.nextInt(bytes.length);
      damaged[place] ^= (byte) (1 << random.nextInt(8));
      Files.write(path, damaged);
      String what = "seed " + seed + ", byte " + place + " of " + bytes.length;
      List<String> rows =
          assertTimeoutPreemptively(Duration.ofSeconds(120), () -> readDamaged(what), what);
      noticed += rows.isEmpty() ? 1 : 0;
      if (!rows.isEmpty() && place < footerStart) {
        assertEquals(expected, rows, what);
      }
    }
    assertTrue(noticed > 20, "noticed " + noticed);
  }

  /** No rows if the damage was noticed. */
  private List<String> readDamaged(String what) {
    try {
      return Canonical.rows(ReadSession.get().table(table.sql()));
    } catch (Exception e) {
      Throwable cause = e;
      while (!(cause instanceof FirnException) && cause.getCause() != null) {
        cause = cause.getCause();
      }
      assertInstanceOf(FirnException.class, cause, what);
      String message = String.valueOf(cause.getMessage());
      assertTrue(message.contains(table.sql()) && message.contains(".parquet"), message);
      return List.of();
    }
  }

  @Test
  void aColumnOfAnotherTypeIsNamed() {
    table = OracleTable.create(directory, SCHEMA, PartitionSpec.unpartitioned(), 2);
    Path plain = directory.resolve("plain");
    ReadSession.get()
        .sql("SELECT 'text' AS id, 's' AS s, array(1) AS l")
        .coalesce(1)
        .write()
        .parquet(plain.toString());
    File file =
        java.util.Objects.requireNonNull(
            plain.toFile().listFiles((dir, name) -> name.endsWith(".parquet")))[0];
    table
        .table()
        .newAppend()
        .appendFile(
            org.apache.iceberg.DataFiles.builder(table.table().spec())
                .withPath(file.getPath())
                .withFormat("parquet")
                .withFileSizeInBytes(file.length())
                .withRecordCount(1)
                .build())
        .commit();

    FirnException failure = failure();

    assertTrue(
        failure.getMessage().contains("id") && failure.getMessage().contains(file.getPath()),
        failure::getMessage);
  }
}

package io.firn.codec.parquet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.firn.deletes.PositionSet;
import io.firn.error.CorruptFileException;
import io.firn.error.UnsupportedFeatureException;
import io.firn.io.memory.MemoryStorage;
import io.firn.model.DataFile;
import io.firn.types.StructValue;
import java.io.IOException;
import java.io.OutputStream;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Random;
import java.util.TreeMap;
import org.apache.parquet.column.Encoding;
import org.apache.parquet.column.ParquetProperties.WriterVersion;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.SimpleGroupFactory;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.example.ExampleParquetWriter;
import org.apache.parquet.hadoop.metadata.BlockMetaData;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;
import org.junit.jupiter.api.Test;

/** Position delete files page by page: those that Firn lays out, and those of other writers. */
final class PositionDeletePagesTest {
  private static final long SEED = 41;
  private static final String LOCATION = "mem:/d.parquet";

  private final MemoryStorage storage = new MemoryStorage();

  private static TreeMap<String, PositionSet> deletes(int files, int each) {
    TreeMap<String, PositionSet> deletes = new TreeMap<>();
    Random random = new Random(SEED);
    for (int i = 0; i < files; i++) {
      PositionSet rows = new PositionSet();
      for (int n = 0; n < each; n++) {
        rows.add(random.nextInt(1 << 20));
      }
      deletes.put("mem:/a-table/data/%0100d.parquet".formatted(i), rows);
    }
    return deletes;
  }

  private DataFile write(Map<String, PositionSet> deletes, RowFileSettings settings) {
    PositionDeleteWriter writer =
        PositionDeleteWriter.create(
            storage.newOutputFile(LOCATION), 0, StructValue.empty(), settings);
    try (writer) {
      deletes.forEach((path, rows) -> rows.forEach(row -> writer.add(path, row)));
    }
    return writer.toDataFile();
  }

  private Map<String, PositionSet> readAll() {
    return PositionDeleteFile.readAll(storage.newInputFile(LOCATION));
  }

  @Test
  void pathsThatFillADictionaryStartARowGroup() throws IOException {
    TreeMap<String, PositionSet> deletes = deletes(12_000, 2);
    write(deletes, RowFileSettings.defaults());
    List<BlockMetaData> groups = ParquetFooter.read(storage.newInputFile(LOCATION)).getBlocks();
    assertEquals(2, groups.size());
    groups.forEach(
        group ->
            assertTrue(
                group.getColumns().get(0).getEncodings().contains(Encoding.PLAIN_DICTIONARY)));
    assertEquals(deletes, new TreeMap<>(readAll()));
    for (String path : List.of(deletes.firstKey(), deletes.lastKey())) {
      assertEquals(
          deletes.get(path), PositionDeleteFile.read(storage.newInputFile(LOCATION), path), path);
    }
  }

  @Test
  void manyRowsOfAFileGoOverPagesAndRowGroups() throws IOException {
    TreeMap<String, PositionSet> deletes = deletes(3, 100_000);
    DataFile file =
        write(deletes, new RowFileSettings("zstd", OptionalInt.of(1), 100_000, Map.of()));
    assertTrue(file.splitOffsets().size() > 2, file.splitOffsets().toString());
    assertEquals(deletes, new TreeMap<>(readAll()));
    String middle = deletes.higherKey(deletes.firstKey());
    assertEquals(
        deletes.get(middle), PositionDeleteFile.read(storage.newInputFile(LOCATION), middle));
  }

  @Test
  void anEmptyFileIsAFile() {
    assertEquals(0, write(Map.of(), RowFileSettings.defaults()).recordCount());
    assertEquals(Map.of(), readAll());
  }

  /** Deltas instead of plain values, paths as they are, values that may be absent. */
  @Test
  void otherLayoutsAreRead() throws IOException {
    TreeMap<String, PositionSet> deletes = deletes(40, 50);
    for (String columns :
        List.of(
            "required binary file_path (UTF8); required int64 pos;",
            "optional binary file_path (UTF8); optional int64 pos;")) {
      for (WriterVersion version : WriterVersion.values()) {
        for (boolean dictionary : List.of(true, false)) {
          MessageType message = MessageTypeParser.parseMessageType("message m {" + columns + "}");
          try (ParquetWriter<Group> writer = foreign(message, version, dictionary)) {
            for (Map.Entry<String, PositionSet> file : deletes.entrySet()) {
              for (long row : file.getValue().toArray()) {
                writer.write(
                    new SimpleGroupFactory(message)
                        .newGroup()
                        .append("file_path", file.getKey())
                        .append("pos", row));
              }
            }
          }
          String what = columns + version + dictionary;
          assertEquals(deletes, new TreeMap<>(readAll()), what);
          String path = deletes.lastKey();
          assertEquals(
              deletes.get(path),
              PositionDeleteFile.read(storage.newInputFile(LOCATION), path),
              what);
        }
      }
    }
  }

  private ParquetWriter<Group> foreign(
      MessageType message, WriterVersion version, boolean dictionary) throws IOException {
    return ExampleParquetWriter.builder(new ParquetOutput(storage.newOutputFile(LOCATION)))
        .withType(message)
        .withWriterVersion(version)
        .withDictionaryEncoding(dictionary)
        .withPageRowCountLimit(300)
        .build();
  }

  @Test
  void aDeleteWithoutFileOrRowIsCorrupt() {
    String message = "message m { optional binary file_path (UTF8); optional int64 pos; }";
    ForeignParquet.write(storage.newOutputFile(LOCATION), message, g -> g.append("pos", 4L));
    assertThrows(CorruptFileException.class, this::readAll);
    ForeignParquet.write(storage.newOutputFile(LOCATION), message, g -> g.append("file_path", "a"));
    assertThrows(CorruptFileException.class, this::readAll);
    ForeignParquet.write(
        storage.newOutputFile(LOCATION),
        "message m { repeated binary file_path (UTF8); required int64 pos; }",
        g -> g.append("file_path", "a").append("pos", 4L));
    assertThrows(CorruptFileException.class, this::readAll);
  }

  @Test
  void flippedBitsAreCorruptOrHarmless() throws IOException {
    Map<String, PositionSet> deletes = new HashMap<>(deletes(5, 30));
    write(new TreeMap<>(deletes), RowFileSettings.defaults());
    byte[] whole = storage.newInputFile(LOCATION).readAll();
    Random random = new Random(SEED);
    int found = 0;
    for (int i = 0; i < whole.length; i++) {
      byte[] damaged = whole.clone();
      damaged[i] ^= (byte) (1 << random.nextInt(8));
      try (OutputStream out = storage.newOutputFile(LOCATION).create()) {
        out.write(damaged);
      }
      try {
        found += readAll().equals(deletes) ? 0 : 1;
      } catch (CorruptFileException | UnsupportedFeatureException e) {
        assertTrue(e.getMessage().contains(LOCATION), e.getMessage());
        found++;
      } catch (RuntimeException | Error e) {
        throw new AssertionError("byte " + i + ", seed " + SEED, e);
      }
    }
    assertTrue(found > whole.length / 3, found + " of " + whole.length);
  }
}

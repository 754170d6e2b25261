package io.firn.codec.parquet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.firn.codec.oracle.IcebergModel;
import io.firn.deletes.PositionSet;
import io.firn.error.CorruptFileException;
import io.firn.error.UnsupportedFeatureException;
import io.firn.io.memory.MemoryStorage;
import io.firn.model.ColumnStats;
import io.firn.model.DataFile;
import io.firn.model.FileContent;
import io.firn.model.FileFormat;
import io.firn.types.StructValue;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Random;
import java.util.TreeMap;
import org.apache.iceberg.FileMetadata;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.data.BaseDeleteLoader;
import org.apache.iceberg.deletes.PositionDelete;
import org.apache.iceberg.inmemory.InMemoryFileIO;
import org.apache.iceberg.inmemory.InMemoryOutputFile;
import org.apache.iceberg.parquet.Parquet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Position delete files, also as Iceberg writes and reads them. */
@Tag("iceberg-oracle")
final class PositionDeleteFileTest {
  private static final long SEED = 5;
  private static final String LOCATION = "mem:/d.parquet";

  private final MemoryStorage storage = new MemoryStorage();
  private final InMemoryFileIO io = new InMemoryFileIO();

  private static TreeMap<String, PositionSet> randomDeletes(int files, int positions) {
    Random random = new Random(SEED);
    TreeMap<String, PositionSet> deletes = new TreeMap<>();
    for (int i = 0; i < files; i++) {
      PositionSet set = new PositionSet();
      for (int n = 1 + random.nextInt(positions); n > 0; n--) {
        set.add(random.nextInt(1_000_000));
      }
      deletes.put(String.format("mem:/data/%05d-file.parquet", i), set);
    }
    return deletes;
  }

  private DataFile write(TreeMap<String, PositionSet> deletes) {
    PositionDeleteWriter writer =
        PositionDeleteWriter.create(
            storage.newOutputFile(LOCATION),
            2,
            StructValue.of("Oslo"),
            new RowFileSettings("zstd", OptionalInt.empty(), 50_000, Map.of()));
    deletes.forEach((path, set) -> set.forEach(position -> writer.add(path, position)));
    writer.close();
    return writer.toDataFile();
  }

  @Test
  void deletesOfManyFilesAreReadTogetherOrForOneFile() {
    TreeMap<String, PositionSet> deletes = randomDeletes(30, 2000);
    DataFile file = write(deletes);
    assertTrue(file.splitOffsets().size() > 1, file.splitOffsets().toString());
    assertEquals(deletes, new TreeMap<>(PositionDeleteFile.readAll(storage, file)));
    deletes.forEach(
        (path, set) ->
            assertEquals(set, PositionDeleteFile.read(storage, file, path), path + ", " + SEED));
    assertEquals(new PositionSet(), PositionDeleteFile.read(storage, file, "mem:/data/other"));
    assertEquals(Optional.empty(), file.referencedDataFile());
    assertEquals(2, file.specId());
    assertEquals(StructValue.of("Oslo"), file.partition());
    assertEquals(
        deletes.values().stream().mapToLong(PositionSet::cardinality).sum(), file.recordCount());
  }

  @Test
  void aFileForOneDataFileNamesItWithWholeBounds() {
    String path = "mem:/data/a-path-of-more-than-sixteen-characters.parquet";
    TreeMap<String, PositionSet> deletes = new TreeMap<>(Map.of(path, PositionSet.of(3, 9)));
    DataFile file = write(deletes);
    assertEquals(FileContent.POSITION_DELETES, file.content());
    assertEquals(Optional.of(path), file.referencedDataFile());
    ByteBuffer bound = ByteBuffer.wrap(path.getBytes(StandardCharsets.UTF_8));
    assertEquals(bound, file.stats().lowerBounds().get(2147483546));
    assertEquals(bound, file.stats().upperBounds().get(2147483546));
    assertEquals(Map.of(), file.stats().valueCounts());
    assertEquals(storage.newInputFile(LOCATION).readAll().length, file.fileSizeInBytes());
  }

  @Test
  void deletesOutOfOrderAreRefused() {
    PositionDeleteWriter writer =
        PositionDeleteWriter.create(
            storage.newOutputFile(LOCATION), 0, StructValue.empty(), RowFileSettings.defaults());
    writer.add("b", 5);
    assertThrows(IllegalArgumentException.class, () -> writer.add("b", 5));
    assertThrows(IllegalArgumentException.class, () -> writer.add("a", 6));
    writer.add("b", 6);
    writer.close();
    assertEquals(2, writer.toDataFile().recordCount());
  }

  @Test
  void icebergReadsFirnsDeletes() {
    TreeMap<String, PositionSet> deletes = randomDeletes(10, 500);
    DataFile file = write(deletes);
    io.addFile(LOCATION, storage.newInputFile(LOCATION).readAll());
    org.apache.iceberg.DeleteFile icebergFile =
        FileMetadata.deleteFileBuilder(PartitionSpec.unpartitioned())
            .ofPositionDeletes()
            .withPath(LOCATION)
            .withFormat("parquet")
            .withFileSizeInBytes(file.fileSizeInBytes())
            .withRecordCount(file.recordCount())
            .build();
    BaseDeleteLoader loader = new BaseDeleteLoader(f -> io.newInputFile(f.location()));
    deletes.forEach(
        (path, set) -> {
          PositionSet read = new PositionSet();
          loader.loadPositionDeletes(List.of(icebergFile), path).forEach(read::add);
          assertEquals(set, read, path);
        });
  }

  @Test
  void firnReadsIcebergsDeletesAndWritesTheSameStats() throws IOException {
    for (int files : List.of(1, 5)) {
      TreeMap<String, PositionSet> deletes = randomDeletes(files, 500);
      InMemoryOutputFile out = new InMemoryOutputFile(LOCATION);
      org.apache.iceberg.deletes.PositionDeleteWriter<Void> writer =
          Parquet.writeDeletes(out)
              .withSpec(PartitionSpec.unpartitioned())
              .metricsConfig(org.apache.iceberg.MetricsConfig.forPositionDelete())
              .buildPositionWriter();
      try (writer) {
        deletes.forEach(
            (path, set) ->
                set.forEach(
                    position -> writer.write(PositionDelete.<Void>create().set(path, position))));
      }
      DataFile byIceberg = IcebergModel.file(writer.toDeleteFile());
      DataFile byFirn = write(deletes);
      try (OutputStream file = storage.newOutputFile(LOCATION).create()) {
        file.write(out.toByteArray());
      }
      assertEquals(deletes, new TreeMap<>(PositionDeleteFile.readAll(storage, byIceberg)));
      if (files == 1) {
        assertEquals(byIceberg.stats().lowerBounds(), byFirn.stats().lowerBounds());
        assertEquals(byIceberg.stats().upperBounds(), byFirn.stats().upperBounds());
        assertEquals(byIceberg.stats().valueCounts(), byFirn.stats().valueCounts());
        assertEquals(byIceberg.stats().nullValueCounts(), byFirn.stats().nullValueCounts());
      }
      assertEquals(byIceberg.recordCount(), byFirn.recordCount());
    }
  }

  @Test
  void otherFormatsAndShapesAreRefusedByName() {
    DataFile avro =
        new DataFile(
            FileContent.POSITION_DELETES,
            "mem:/d.avro",
            FileFormat.AVRO,
            0,
            StructValue.empty(),
            1,
            1,
            ColumnStats.none(),
            Optional.empty(),
            List.of(),
            List.of(),
            OptionalInt.empty(),
            OptionalLong.empty(),
            Optional.empty(),
            OptionalLong.empty(),
            OptionalLong.empty());
    String message =
        assertThrows(
                UnsupportedFeatureException.class, () -> PositionDeleteFile.readAll(storage, avro))
            .getMessage();
    assertTrue(message.contains("mem:/d.avro") && message.contains("avro"), message);
    ForeignParquet.write(
        storage.newOutputFile(LOCATION),
        "message m { required int64 pos = 2147483545; }",
        group -> group.add("pos", 1L));
    assertThrows(
        CorruptFileException.class,
        () -> PositionDeleteFile.readAll(storage.newInputFile(LOCATION)));
  }

  @Test
  void columnsWithoutIdsAreFoundByTheSpecsNames() {
    ForeignParquet.write(
        storage.newOutputFile(LOCATION),
        "message m { required int64 pos; required binary file_path (UTF8); }",
        group -> group.append("pos", 4L).append("file_path", "a"));
    assertEquals(
        new HashMap<>(Map.of("a", PositionSet.of(4))),
        PositionDeleteFile.readAll(storage.newInputFile(LOCATION)));
  }
}

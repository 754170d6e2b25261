package io.firn.codec.avro;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.firn.codec.oracle.IcebergModel;
import io.firn.codec.oracle.RandomValues;
import io.firn.codec.oracle.TestTables;
import io.firn.io.memory.MemoryStorage;
import io.firn.model.ColumnStats;
import io.firn.model.DataFile;
import io.firn.model.EntryStatus;
import io.firn.model.FileContent;
import io.firn.model.FileFormat;
import io.firn.model.ManifestContent;
import io.firn.model.ManifestEntry;
import io.firn.model.ManifestFile;
import io.firn.partition.PartitionSpec;
import io.firn.types.Schema;
import io.firn.types.StructType;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;
import java.util.function.Supplier;
import org.apache.iceberg.DataFiles;
import org.apache.iceberg.FileMetadata;
import org.apache.iceberg.IcebergManifests;
import org.apache.iceberg.ManifestFiles;
import org.apache.iceberg.Metrics;
import org.apache.iceberg.inmemory.InMemoryFileIO;
import org.apache.iceberg.inmemory.InMemoryOutputFile;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Manifests and lists as Iceberg writes and reads them, for random entries of each type. */
@Tag("iceberg-oracle")
final class ManifestOracleTest {
  private static final long SEED = 20260117;
  private static final long SNAPSHOT = 77;
  private static final long SEQUENCE = 12;
  private static final int ENTRIES = 200;

  private final MemoryStorage storage = new MemoryStorage();
  private final InMemoryFileIO io = new InMemoryFileIO();

  @Test
  void icebergReadsWhatFirnWrote() {
    for (int version : List.of(2, 3)) {
      for (AvroCompression.Codec codec : AvroCompression.Codec.values()) {
        for (ManifestContent content : ManifestContent.values()) {
          icebergReadsWhatFirnWrote(version, codec, content);
        }
      }
    }
  }

  private void icebergReadsWhatFirnWrote(
      int version, AvroCompression.Codec codec, ManifestContent content) {
    Schema schema = TestTables.everyType(version);
    PartitionSpec spec = TestTables.everyTransform(schema);
    List<ManifestEntry> entries = randomEntries(version, content, schema, spec);
    String location = "mem:/m-" + version + codec + content + ".avro";
    ManifestFile manifest = write(location, version, codec, content, schema, spec, entries);
    ManifestFile listed = throughList(version, manifest);

    org.apache.iceberg.ManifestFile icebergManifest =
        IcebergManifests.readList(io.newInputFile("mem:/list-of-" + location)).get(0);
    assertEquals(listed, IcebergModel.manifest(icebergManifest), "seed " + SEED);
    List<ManifestEntry> asIceberg =
        IcebergManifests.entries(
                icebergManifest, io, Map.of(spec.specId(), IcebergModel.spec(schema, spec)))
            .stream()
            .map(IcebergModel::entry)
            .toList();
    List<ManifestEntry> asFirn = read(listed, ManifestProjection.allStats());
    assertEntries(asIceberg, asFirn);
    assertEquals(entries.get(0).file().stats(), asFirn.get(0).file().stats());
    assertEquals(entries.get(0).file().partition(), asFirn.get(0).file().partition());
  }

  @Test
  void firnReadsWhatIcebergWrote() throws IOException {
    for (int version : List.of(1, 2, 3)) {
      for (String codec : List.of("gzip", "snappy", "zstd", "uncompressed")) {
        firnReadsWhatIcebergWrote(version, codec, ManifestContent.DATA);
        if (version > 1) {
          firnReadsWhatIcebergWrote(version, codec, ManifestContent.DELETES);
        }
      }
    }
  }

  private void firnReadsWhatIcebergWrote(int version, String codec, ManifestContent content)
      throws IOException {
    Schema schema = TestTables.everyType(version);
    PartitionSpec spec = TestTables.everyTransform(schema);
    org.apache.iceberg.PartitionSpec icebergSpec = IcebergModel.spec(schema, spec);
    String location = "mem:/i-" + version + codec + content + ".avro";
    InMemoryOutputFile out = new InMemoryOutputFile(location);
    Map<String, String> properties = Map.of("write.avro.compression-codec", codec);
    List<ManifestEntry> entries = randomEntries(version, content, schema, spec);
    org.apache.iceberg.ManifestFile written =
        content == ManifestContent.DATA
            ? writeData(
                ManifestFiles.write(version, icebergSpec, out, SNAPSHOT, properties),
                icebergSpec,
                entries)
            : writeDeletes(
                ManifestFiles.writeDeleteManifest(version, icebergSpec, out, SNAPSHOT, properties),
                icebergSpec,
                entries);
    io.addFile(location, out.toByteArray());
    put(location, out.toByteArray());

    InMemoryOutputFile listOut = new InMemoryOutputFile("mem:/ilist.avro");
    IcebergManifests.writeList(
        version,
        listOut,
        SNAPSHOT,
        null,
        version == 1 ? 0 : SEQUENCE,
        version >= 3 ? 5000L : null,
        List.of(written));
    put("mem:/ilist.avro", listOut.toByteArray());
    ManifestListFile list = ManifestListReader.read(storage.newInputFile("mem:/ilist.avro"));
    org.apache.iceberg.ManifestFile icebergManifest =
        IcebergManifests.readList(listOut.toInputFile()).get(0);
    assertEquals(List.of(IcebergModel.manifest(icebergManifest)), list.manifests());
    assertEquals(Long.toString(SNAPSHOT), list.header().get("snapshot-id"));

    List<ManifestEntry> asIceberg =
        IcebergManifests.entries(icebergManifest, io, Map.of(spec.specId(), icebergSpec)).stream()
            .map(IcebergModel::entry)
            .toList();
    assertEntries(asIceberg, read(list.manifests().get(0), ManifestProjection.allStats()));
  }

  @Test
  void statsOfOtherColumnsAreLeftOut() {
    Schema schema = TestTables.everyType(2);
    PartitionSpec spec = TestTables.everyTransform(schema);
    List<ManifestEntry> entries = randomEntries(2, ManifestContent.DATA, schema, spec);
    ManifestFile manifest =
        throughList(
            2,
            write(
                "mem:/stats.avro",
                2,
                AvroCompression.Codec.GZIP,
                ManifestContent.DATA,
                schema,
                spec,
                entries));
    List<ManifestEntry> all = read(manifest, ManifestProjection.allStats());
    List<ManifestEntry> some = read(manifest, ManifestProjection.stats(Set.of(2, 5)));
    List<ManifestEntry> none = read(manifest, ManifestProjection.noStats());
    for (int i = 0; i < all.size(); i++) {
      DataFile file = all.get(i).file();
      assertEquals(file.withStats(ColumnStats.none()), none.get(i).file());
      ColumnStats stats = some.get(i).file().stats();
      for (int id : List.of(2, 5)) {
        assertEquals(file.stats().lowerBounds().get(id), stats.lowerBounds().get(id));
        assertEquals(file.stats().valueCounts().get(id), stats.valueCounts().get(id));
      }
      assertEquals(Set.of(), minus(stats.upperBounds().keySet(), Set.of(2, 5)));
    }
  }

  private static Set<Integer> minus(Set<Integer> a, Set<Integer> b) {
    Set<Integer> rest = new java.util.HashSet<>(a);
    rest.removeAll(b);
    return rest;
  }

  private static void assertEntries(List<ManifestEntry> expected, List<ManifestEntry> actual) {
    assertEquals(expected.size(), actual.size());
    for (int i = 0; i < expected.size(); i++) {
      DataFile expectedFile = expected.get(i).file();
      String where = "entry " + i + ", seed " + SEED;
      for (int p = 0; p < expectedFile.partition().size(); p++) {
        assertEquals(
            expectedFile.partition().at(p),
            actual.get(i).file().partition().at(p),
            where + ", partition value " + p);
      }
      assertEquals(expectedFile.stats(), actual.get(i).file().stats(), where);
      assertEquals(expected.get(i), actual.get(i), where);
    }
  }

  private List<ManifestEntry> read(ManifestFile manifest, ManifestProjection projection) {
    List<ManifestEntry> entries = new ArrayList<>();
    try (ManifestReader reader =
        ManifestReader.open(storage.newInputFile(manifest.manifestPath()), manifest, projection)) {
      reader.forEach(entries::add);
    }
    return entries;
  }

  private ManifestFile write(
      String location,
      int version,
      AvroCompression.Codec codec,
      ManifestContent content,
      Schema schema,
      PartitionSpec spec,
      List<ManifestEntry> entries) {
    ManifestSettings settings =
        new ManifestSettings(version, schema, spec, content, SNAPSHOT, AvroCompression.of(codec));
    ManifestWriter writer = ManifestWriter.create(storage.newOutputFile(location), settings);
    entries.forEach(writer::add);
    writer.close();
    io.addFile(location, storage.newInputFile(location).readAll());
    return writer.toManifestFile();
  }

  /** Writes a list of the manifest, for Iceberg too, and returns the manifest as read from it. */
  private ManifestFile throughList(int version, ManifestFile manifest) {
    String location = "mem:/list-of-" + manifest.manifestPath();
    ManifestListWriter.write(
        storage.newOutputFile(location),
        new ManifestListSettings(
            version,
            SNAPSHOT,
            OptionalLong.of(5),
            SEQUENCE,
            version >= 3 ? OptionalLong.of(5000) : OptionalLong.empty(),
            AvroCompression.of(AvroCompression.Codec.GZIP),
            Map.of("firn.row-map", "x.avro")),
        List.of(manifest));
    io.addFile(location, storage.newInputFile(location).readAll());
    ManifestListFile list = ManifestListReader.read(storage.newInputFile(location));
    assertEquals("x.avro", list.header().get("firn.row-map"));
    assertEquals("5", list.header().get("parent-snapshot-id"));
    return list.manifests().get(0);
  }

  private void put(String location, byte[] bytes) {
    try (OutputStream out = storage.newOutputFile(location).create()) {
      out.write(bytes);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<ManifestEntry> randomEntries(
      int version, ManifestContent content, Schema schema, PartitionSpec spec) {
    RandomValues values = new RandomValues(SEED + version);
    StructType partitionType = spec.partitionType(schema);
    List<ManifestEntry> entries = new ArrayList<>();
    for (int i = 0; i < ENTRIES; i++) {
      DataFile file = randomFile(version, content, spec, partitionType, values, i);
      EntryStatus status = EntryStatus.values()[values.random().nextInt(3)];
      if (status == EntryStatus.ADDED) {
        entries.add(
            new ManifestEntry(
                status,
                values.random().nextBoolean() ? OptionalLong.empty() : OptionalLong.of(SNAPSHOT),
                values.random().nextInt(4) == 0 ? OptionalLong.of(4) : OptionalLong.empty(),
                OptionalLong.empty(),
                file));
      } else {
        entries.add(
            new ManifestEntry(
                status,
                OptionalLong.of(i),
                OptionalLong.of(3),
                OptionalLong.of(6),
                version >= 3 && content == ManifestContent.DATA && i % 2 == 0
                    ? file.withFirstRowId(OptionalLong.of(i * 1000L))
                    : file));
      }
    }
    return entries;
  }

  private static DataFile randomFile(
      int version,
      ManifestContent content,
      PartitionSpec spec,
      StructType partitionType,
      RandomValues values,
      int number) {
    Random random = values.random();
    boolean isData = content == ManifestContent.DATA;
    boolean isVector = !isData && version >= 3 && number % 3 == 0;
    boolean isEquality = !isData && number % 3 == 1;
    return new DataFile(
        isData
            ? FileContent.DATA
            : isEquality ? FileContent.EQUALITY_DELETES : FileContent.POSITION_DELETES,
        "mem:/data/ünï/" + number + (isVector ? ".puffin" : ".parquet"),
        isVector ? FileFormat.PUFFIN : FileFormat.PARQUET,
        spec.specId(),
        values.struct(partitionType),
        random.nextInt(1_000_000),
        2000 + random.nextInt(1_000_000),
        random.nextInt(5) == 0 ? ColumnStats.none() : randomStats(random),
        random.nextBoolean()
            ? Optional.of(ByteBuffer.wrap(new byte[] {1, 2, 3}))
            : Optional.empty(),
        isVector || random.nextBoolean() ? List.of() : List.of(4L, 1000L, 1999L),
        isEquality ? List.of(1, 3) : List.of(),
        !isData && !isEquality ? OptionalInt.empty() : OptionalInt.of(random.nextInt(3)),
        OptionalLong.empty(),
        isVector ? Optional.of("mem:/data/" + number + ".parquet") : Optional.empty(),
        isVector ? OptionalLong.of(4 + number) : OptionalLong.empty(),
        isVector ? OptionalLong.of(60) : OptionalLong.empty());
  }

  private static ColumnStats randomStats(Random random) {
    return new ColumnStats(
        randomMap(random, random::nextLong),
        randomMap(random, random::nextLong),
        randomMap(random, random::nextLong),
        randomMap(random, random::nextLong),
        randomMap(random, () -> randomBytes(random)),
        randomMap(random, () -> randomBytes(random)));
  }

  private static ByteBuffer randomBytes(Random random) {
    byte[] bytes = new byte[random.nextInt(20)];
    random.nextBytes(bytes);
    return ByteBuffer.wrap(bytes);
  }

  private static <V> Map<Integer, V> randomMap(Random random, Supplier<V> value) {
    Map<Integer, V> map = new HashMap<>();
    for (int i = random.nextInt(5); i > 0; i--) {
      map.put(random.nextInt(8), value.get());
    }
    return map;
  }

  private static org.apache.iceberg.ManifestFile writeData(
      org.apache.iceberg.ManifestWriter<org.apache.iceberg.DataFile> writer,
      org.apache.iceberg.PartitionSpec spec,
      List<ManifestEntry> entries)
      throws IOException {
    try (writer) {
      for (ManifestEntry entry : entries) {
        DataFile file = entry.file();
        DataFiles.Builder builder =
            DataFiles.builder(spec)
                .withPath(file.filePath())
                .withFormat("parquet")
                .withPartition(IcebergModel.struct(file.partition()))
                .withFileSizeInBytes(file.fileSizeInBytes())
                .withMetrics(metrics(file))
                .withSplitOffsets(file.splitOffsets().isEmpty() ? null : file.splitOffsets())
                .withEncryptionKeyMetadata(file.keyMetadata().orElse(null))
                .withSortOrderId(file.sortOrderId().orElse(0));
        if (file.firstRowId().isPresent()) {
          builder.withFirstRowId(file.firstRowId().getAsLong());
        }
        add(writer, entry, builder.build());
      }
    }
    return writer.toManifestFile();
  }

  private static org.apache.iceberg.ManifestFile writeDeletes(
      org.apache.iceberg.ManifestWriter<org.apache.iceberg.DeleteFile> writer,
      org.apache.iceberg.PartitionSpec spec,
      List<ManifestEntry> entries)
      throws IOException {
    try (writer) {
      for (ManifestEntry entry : entries) {
        DataFile file = entry.file();
        FileMetadata.Builder builder =
            FileMetadata.deleteFileBuilder(spec)
                .withPath(file.filePath())
                .withFormat(file.fileFormat().text())
                .withPartition(IcebergModel.struct(file.partition()))
                .withFileSizeInBytes(file.fileSizeInBytes())
                .withMetrics(metrics(file))
                .withEncryptionKeyMetadata(file.keyMetadata().orElse(null));
        if (file.content() == FileContent.EQUALITY_DELETES) {
          builder.ofEqualityDeletes(
              file.equalityIds().stream().mapToInt(Integer::intValue).toArray());
        } else {
          builder.ofPositionDeletes();
        }
        if (!file.splitOffsets().isEmpty()) {
          builder.withSplitOffsets(file.splitOffsets());
        }
        if (file.isDeletionVector()) {
          builder
              .withReferencedDataFile(file.referencedDataFile().orElseThrow())
              .withContentOffset(file.contentOffset().getAsLong())
              .withContentSizeInBytes(file.contentSizeInBytes().getAsLong());
        }
        add(writer, entry, builder.build());
      }
    }
    return writer.toManifestFile();
  }

  private static <F extends org.apache.iceberg.ContentFile<F>> void add(
      org.apache.iceberg.ManifestWriter<F> writer, ManifestEntry entry, F file) {
    switch (entry.status()) {
      case ADDED -> {
        if (entry.sequenceNumber().isPresent()) {
          writer.add(file, entry.sequenceNumber().getAsLong());
        } else {
          writer.add(file);
        }
      }
      case EXISTING -> writer.existing(file, entry.snapshotId().getAsLong(), 3, 6L);
      case DELETED -> writer.delete(file, 3, 6L);
    }
  }

  private static Metrics metrics(DataFile file) {
    ColumnStats stats = file.stats();
    return new Metrics(
        file.recordCount(),
        stats.columnSizes(),
        stats.valueCounts(),
        stats.nullValueCounts(),
        stats.nanValueCounts(),
        stats.lowerBounds(),
        stats.upperBounds());
  }
}

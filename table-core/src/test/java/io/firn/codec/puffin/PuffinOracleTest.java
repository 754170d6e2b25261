package io.firn.codec.puffin;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.firn.codec.oracle.IcebergModel;
import io.firn.deletes.PositionSet;
import io.firn.io.memory.MemoryStorage;
import io.firn.model.DataFile;
import io.firn.types.StructValue;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.apache.iceberg.DeleteFile;
import org.apache.iceberg.FileMetadata;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.data.BaseDeleteLoader;
import org.apache.iceberg.deletes.BaseDVFileWriter;
import org.apache.iceberg.deletes.PositionDeleteIndex;
import org.apache.iceberg.inmemory.InMemoryFileIO;
import org.apache.iceberg.inmemory.InMemoryOutputFile;
import org.apache.iceberg.puffin.Blob;
import org.apache.iceberg.puffin.BlobMetadata;
import org.apache.iceberg.puffin.Puffin;
import org.apache.iceberg.puffin.PuffinCompressionCodec;
import org.apache.iceberg.util.Pair;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Puffin files and vectors as Iceberg writes and reads them. */
@Tag("iceberg-oracle")
final class PuffinOracleTest {
  private static final long SEED = 31;
  private final MemoryStorage storage = new MemoryStorage();
  private final InMemoryFileIO io = new InMemoryFileIO();

  private static List<PositionSet> vectors() {
    Random random = new Random(SEED);
    List<PositionSet> vectors = new ArrayList<>();
    vectors.add(PositionSet.of(0));
    vectors.add(PositionSet.ofRange(0, 1_000_000));
    vectors.add(PositionSet.of(3, (1L << 31) + 5, (1L << 32) + 7));
    for (int i = 0; i < 10; i++) {
      PositionSet set = new PositionSet();
      for (int n = random.nextInt(20_000) + 1; n > 0; n--) {
        set.add(random.nextInt(200_000));
      }
      set.addRange(300_000, 300_000 + random.nextInt(10_000));
      vectors.add(set);
    }
    return vectors;
  }

  @Test
  void icebergReadsFirnsVectors() {
    String location = "mem:/firn.puffin";
    DeletionVectorWriter writer =
        DeletionVectorWriter.create(storage.newOutputFile(location), "Firn test");
    List<PositionSet> vectors = vectors();
    for (int i = 0; i < vectors.size(); i++) {
      writer.add("mem:/" + i, 0, StructValue.empty(), vectors.get(i));
    }
    writer.close();
    io.addFile(location, storage.newInputFile(location).readAll());
    BaseDeleteLoader loader = new BaseDeleteLoader(file -> io.newInputFile(file.location()));
    for (int i = 0; i < vectors.size(); i++) {
      PositionDeleteIndex index =
          loader.loadPositionDeletes(List.of(toIceberg(writer.toDataFiles().get(i))), "mem:/" + i);
      PositionSet read = new PositionSet();
      index.forEach(read::add);
      assertEquals(vectors.get(i), read, "vector " + i + ", seed " + SEED);
    }
  }

  private static DeleteFile toIceberg(DataFile file) {
    return FileMetadata.deleteFileBuilder(PartitionSpec.unpartitioned())
        .ofPositionDeletes()
        .withPath(file.filePath())
        .withFormat("puffin")
        .withFileSizeInBytes(file.fileSizeInBytes())
        .withRecordCount(file.recordCount())
        .withReferencedDataFile(file.referencedDataFile().orElseThrow())
        .withContentOffset(file.contentOffset().getAsLong())
        .withContentSizeInBytes(file.contentSizeInBytes().getAsLong())
        .build();
  }

  @Test
  void firnReadsIcebergsVectorsAndWritesTheSameBytes() throws IOException {
    InMemoryOutputFile out = new InMemoryOutputFile("mem:/iceberg.puffin");
    BaseDVFileWriter writer = new BaseDVFileWriter(() -> out, path -> null);
    List<PositionSet> vectors = vectors();
    try (writer) {
      for (int i = 0; i < vectors.size(); i++) {
        String dataFile = "mem:/" + i;
        vectors
            .get(i)
            .forEach(p -> writer.delete(dataFile, p, PartitionSpec.unpartitioned(), null));
      }
    }
    put("mem:/iceberg.puffin", out.toByteArray());
    List<DeleteFile> files = writer.result().deleteFiles();
    assertEquals(vectors.size(), files.size());
    for (DeleteFile file : files) {
      DataFile vector = IcebergModel.file(file);
      int number = Integer.parseInt(vector.referencedDataFile().orElseThrow().substring(5));
      assertEquals(vectors.get(number), DeletionVectorFile.read(storage, vector), "seed " + SEED);
      byte[] stored =
          PuffinReader.readRange(
              storage.newInputFile("mem:/iceberg.puffin"),
              vector.contentOffset().getAsLong(),
              vector.contentSizeInBytes().getAsLong());
      assertArrayEquals(DeletionVectorCodec.encode(vectors.get(number)), stored);
    }
    PuffinFooter footer = new PuffinReader(storage.newInputFile("mem:/iceberg.puffin")).footer();
    PuffinBlob blob = footer.blobs().get(0);
    assertEquals("deletion-vector-v1", blob.type());
    assertEquals(List.of(2147483645), blob.fields());
    assertEquals(-1, blob.snapshotId());
    assertEquals(-1, blob.sequenceNumber());
  }

  @Test
  void blobsAndFooterGoBothWays() throws IOException {
    byte[] content = "many many many many bytes".repeat(50).getBytes("UTF-8");
    InMemoryOutputFile out = new InMemoryOutputFile("mem:/i.puffin");
    try (org.apache.iceberg.puffin.PuffinWriter writer =
        Puffin.write(out).createdBy("Iceberg").build()) {
      for (PuffinCompressionCodec codec :
          List.of(PuffinCompressionCodec.NONE, PuffinCompressionCodec.ZSTD)) {
        writer.add(
            new Blob(
                "apache-datasketches-theta-v1",
                List.of(1, 2),
                5,
                6,
                ByteBuffer.wrap(content),
                codec,
                Map.of("ndv", "17")));
      }
    }
    put("mem:/i.puffin", out.toByteArray());
    PuffinReader reader = new PuffinReader(storage.newInputFile("mem:/i.puffin"));
    PuffinFooter footer = reader.footer();
    assertEquals(Map.of("created-by", "Iceberg"), footer.properties());
    assertEquals(
        List.of(Optional.empty(), Optional.of("zstd")),
        footer.blobs().stream().map(PuffinBlob::compressionCodec).toList());
    for (PuffinBlob blob : footer.blobs()) {
      assertArrayEquals(content, reader.read(blob));
      assertEquals(Map.of("ndv", "17"), blob.properties());
    }

    PuffinWriter writer =
        PuffinWriter.create(storage.newOutputFile("mem:/f.puffin"), Map.of("created-by", "Firn"));
    for (PuffinBlob blob : footer.blobs()) {
      writer.add(
          new PuffinWriter.Content(
              blob.type(),
              blob.fields(),
              blob.snapshotId(),
              blob.sequenceNumber(),
              content,
              blob.compressionCodec().isEmpty() ? PuffinCompression.NONE : PuffinCompression.ZSTD,
              blob.properties()));
    }
    writer.close();
    assertEquals(
        Optional.of(new PuffinReader(storage.newInputFile("mem:/f.puffin")).footer().sizeInBytes()),
        writer.footerSizeInBytes());
    io.addFile("mem:/f.puffin", storage.newInputFile("mem:/f.puffin").readAll());
    try (org.apache.iceberg.puffin.PuffinReader iceberg =
        Puffin.read(io.newInputFile("mem:/f.puffin")).build()) {
      List<BlobMetadata> blobs = iceberg.fileMetadata().blobs();
      assertEquals(2, blobs.size());
      for (Pair<BlobMetadata, ByteBuffer> blob : iceberg.readAll(blobs)) {
        assertEquals(ByteBuffer.wrap(content), blob.second());
        assertEquals(Map.of("ndv", "17"), blob.first().properties());
      }
    }
  }

  @Test
  void lz4IsReadToo() {
    byte[] content =
        "many many many many bytes".repeat(50).getBytes(java.nio.charset.StandardCharsets.UTF_8);
    PuffinWriter writer = PuffinWriter.create(storage.newOutputFile("mem:/l.puffin"), Map.of());
    PuffinBlob blob =
        writer.add(
            new PuffinWriter.Content(
                "x", List.of(), 1, 1, content, PuffinCompression.LZ4, Map.of()));
    writer.close();
    assertTrue(blob.length() < 200, "stored " + blob.length());
    PuffinReader reader = new PuffinReader(storage.newInputFile("mem:/l.puffin"));
    assertEquals(List.of(blob), reader.footer().blobs());
    assertArrayEquals(content, reader.read(blob));
  }

  private void put(String location, byte[] bytes) throws IOException {
    try (OutputStream out = storage.newOutputFile(location).create()) {
      out.write(bytes);
    }
  }
}

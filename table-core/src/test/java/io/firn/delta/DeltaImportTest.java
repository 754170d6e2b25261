package io.firn.delta;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.firn.codec.delta.DeltaLog;
import io.firn.codec.json.MetadataJson;
import io.firn.io.Storage;
import io.firn.io.local.LocalStorage;
import io.firn.model.Snapshot;
import io.firn.model.SnapshotRef;
import io.firn.model.TableMetadata;
import io.firn.scan.Tally;
import io.firn.scan.Workers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.example.data.simple.SimpleGroupFactory;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.example.ExampleParquetWriter;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a Delta table of three appends, each of a row in a file, and a last version becomes. */
class DeltaImportTest {
  private static final MessageType ROWS =
      MessageTypeParser.parseMessageType("message row { optional int32 id; }");
  private static final String COLUMNS =
      "{\\\"type\\\":\\\"struct\\\",\\\"fields\\\":[{\\\"name\\\":\\\"id\\\",\\\"type\\\":\\\"integer\\\","
          + "\\\"nullable\\\":true,\\\"metadata\\\":{}}]}";

  private final Storage storage = new LocalStorage();
  private final List<Long> tally = new ArrayList<>();
  @TempDir private Path directory;

  @BeforeEach
  void writeDeltaTable() throws IOException {
    Files.createDirectories(directory.resolve("t/_delta_log"));
    for (int version = 0; version < 3; version++) {
      String name = "f" + version + ".parquet";
      Path file = directory.resolve("t").resolve(name);
      try (ParquetWriter<org.apache.parquet.example.data.Group> writer =
          ExampleParquetWriter.builder(new org.apache.hadoop.fs.Path(file.toUri()))
              .withConf(new Configuration())
              .withType(ROWS)
              .build()) {
        writer.write(new SimpleGroupFactory(ROWS).newGroup().append("id", version));
      }
      commit(
          version,
          (version == 0
                  ? "{\"protocol\":{\"minReaderVersion\":1,\"minWriterVersion\":2}}\n"
                      + metadata("")
                  : "")
              + "{\"add\":{\"path\":\"%s\",\"partitionValues\":{},\"size\":%d,\"modificationTime\":1,"
                  .formatted(name, Files.size(file))
              + "\"dataChange\":true}}\n");
    }
    commit(3, metadata("\"a\":\"b\""));
  }

  private static String metadata(String configuration) {
    return "{\"metaData\":{\"id\":\"1\",\"format\":{\"provider\":\"parquet\",\"options\":{}},"
        + "\"schemaString\":\"%s\",\"partitionColumns\":[],\"configuration\":{%s}}}\n"
            .formatted(COLUMNS, configuration);
  }

  /** At 1000 ms, 2000 ms and so on, by the times of the files. */
  private void commit(int version, String actions) throws IOException {
    Path file = directory.resolve("t/_delta_log/%020d.json".formatted(version));
    Files.writeString(file, actions);
    Files.setLastModifiedTime(
        file, java.nio.file.attribute.FileTime.fromMillis(1000L * (version + 1)));
  }

  private TableMetadata imported() {
    AtomicLong ids = new AtomicLong(100);
    ImportedTable table =
        DeltaImport.run(
            DeltaLog.open(storage, directory.resolve("t").toString()),
            new ImportTarget("lake.t", directory.resolve("new").toString(), storage, Map.of()),
            new ImportSettings(
                ZoneId.of("UTC"),
                new Workers(1),
                ids::incrementAndGet,
                new Tally() {
                  @Override
                  public void toDo(long units) {
                    tally.add(units);
                  }

                  @Override
                  public void done(long units) {
                    tally.add(-units);
                  }
                }));
    return MetadataJson.parse(
        table.metadataFile(), storage.newInputFile(table.metadataFile()).readAll());
  }

  @Test
  void allVersionsAreInTheHistory() {
    TableMetadata table = imported();
    List<Long> ids = table.snapshots().stream().map(Snapshot::snapshotId).toList();
    assertEquals(3, ids.size());
    assertEquals(
        List.of(1000L, 2000L, 3000L),
        table.snapshots().stream().map(Snapshot::timestampMillis).toList());
    assertEquals(
        List.of("1", "2", "3"),
        table.snapshots().stream().map(s -> s.summary().get("total-data-files")).toList());
    assertEquals(ids, table.snapshotLog().stream().map(entry -> entry.snapshotId()).toList());
    assertEquals(
        List.of(1000L, 2000L, 3000L),
        table.snapshotLog().stream().map(entry -> entry.timestampMillis()).toList());
    assertEquals(ids.get(2), table.currentSnapshotId().getAsLong());
    assertEquals(ids.get(0), table.snapshots().get(1).parentSnapshotId().getAsLong());
    assertEquals(4000, table.lastUpdatedMillis());
  }

  @Test
  void eachVersionHasItsTagsAndTheLastOneTheSnapshotBeforeIt() {
    TableMetadata table = imported();
    List<Snapshot> snapshots = table.snapshots();
    assertEquals(9, table.refs().size());
    for (int version = 0; version < 4; version++) {
      SnapshotRef tag = SnapshotRef.tag(snapshots.get(Math.min(2, version)).snapshotId());
      assertEquals(tag, table.refs().get("delta-version-" + version));
      assertEquals(tag, table.refs().get("delta-ts-" + 1000 * (version + 1)));
    }
  }

  @Test
  void versionsAreCounted() {
    imported();
    assertEquals(List.of(4L, -1L, -1L, -1L, -1L), tally);
  }
}

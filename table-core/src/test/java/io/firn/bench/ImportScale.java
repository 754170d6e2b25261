package io.firn.bench;

import io.firn.catalog.hadoop.PathTableStore;
import io.firn.commit.Committer;
import io.firn.imports.FileDescription;
import io.firn.imports.KnownFiles;
import io.firn.imports.SourceDirectory;
import io.firn.imports.SourceTree;
import io.firn.io.FileEntry;
import io.firn.io.Storage;
import io.firn.io.local.LocalStorage;
import io.firn.model.DataFile;
import io.firn.model.TableMetadata;
import io.firn.operation.AppendManifests;
import io.firn.operation.ManifestStaging;
import io.firn.operation.NewTable;
import io.firn.operation.SnapshotOptions;
import io.firn.operation.StagedManifests;
import io.firn.partition.PartitionSpec;
import io.firn.scan.Workers;
import io.firn.types.Field;
import io.firn.types.Schema;
import io.firn.types.SimpleType;
import io.firn.types.StructValue;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.example.data.simple.SimpleGroupFactory;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.example.ExampleParquetWriter;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;

/**
 * Many Parquet files become part of a table, as {@code add_files} does it, but in one process. The
 * files are links to a few, so that they take no room.
 */
final class ImportScale {
  /** File systems allow some 65,000 links to a file. */
  private static final int LINKS = 50_000;

  private static final int FILES_OF_DIRECTORY = 1000;
  private static final int FILES_AT_A_TIME = 1000;
  private static final MessageType ROWS =
      MessageTypeParser.parseMessageType("message row { optional int64 a; optional int64 b; }");

  private final Storage storage = new LocalStorage();
  private final Path directory;
  private final PathTableStore store;
  private final int files;

  ImportScale(Path directory, int files) {
    this.directory = directory;
    this.store = PathTableStore.at(storage, directory.resolve("t").toString());
    this.files = files;
  }

  /** The files and an empty table. */
  String build() throws IOException {
    for (int i = 0; i < files; i++) {
      Path source = directory.resolve("file-" + i / LINKS);
      if (i % LINKS == 0) {
        write(source);
      }
      Path group = directory.resolve("source/p=" + i / FILES_OF_DIRECTORY);
      Files.createDirectories(group);
      Files.createLink(group.resolve(i + ".parquet"), source);
    }
    Committer.system()
        .create(
            store,
            new NewTable(
                UUID.randomUUID(),
                2,
                directory.resolve("t").toString(),
                Schema.of(
                    Field.optional(1, "a", SimpleType.LONG),
                    Field.optional(2, "b", SimpleType.LONG)),
                PartitionSpec.unpartitioned(),
                Map.of()));
    return files + " links";
  }

  private static void write(Path file) throws IOException {
    Files.createDirectories(file.getParent());
    try (ParquetWriter<org.apache.parquet.example.data.Group> writer =
        ExampleParquetWriter.builder(new org.apache.hadoop.fs.Path(file.toUri()))
            .withConf(new Configuration())
            .withType(ROWS)
            .build()) {
      writer.write(new SimpleGroupFactory(ROWS).newGroup().append("a", 1L).append("b", 2L));
    }
  }

  /** Lists, looks for duplicates, reads all footers, and commits. */
  String add() {
    List<DataFile> listed = new ArrayList<>();
    for (SourceDirectory source :
        new SourceTree(storage).partitions(directory.resolve("source").toString())) {
      for (FileEntry file : source.files()) {
        listed.add(DataFile.parquet(file.location(), 0, StructValue.of(), 0, file.length()));
      }
    }
    requireNew(listed);
    TableMetadata table = store.load().metadata();
    FileDescription.Reader reader = new FileDescription(table).reader(storage);
    try (ManifestStaging staging = new ManifestStaging(storage, "t", table)) {
      for (int from = 0; from < listed.size(); from += FILES_AT_A_TIME) {
        Workers.fromSystemProperty()
            .map(
                listed.subList(from, Math.min(listed.size(), from + FILES_AT_A_TIME)),
                reader::describe)
            .forEach(staging::add);
      }
      StagedManifests staged = staging.finish();
      Committer.system().commit(store, new AppendManifests(SnapshotOptions.main(), staged));
      return staged.fileCount() + " files";
    }
  }

  private void requireNew(List<DataFile> listed) {
    Set<String> locations = new HashSet<>();
    listed.forEach(file -> locations.add(file.filePath()));
    store
        .load()
        .metadata()
        .currentSnapshot()
        .map(snapshot -> new KnownFiles(storage, snapshot).among(locations))
        .filter(known -> !known.isEmpty())
        .ifPresent(
            known -> {
              throw new IllegalStateException(known.size() + " files are there already");
            });
  }
}

package io.firn.maintenance.orphans;

import io.firn.catalog.hadoop.PathTableStore;
import io.firn.commit.CommitOutcome;
import io.firn.commit.Committer;
import io.firn.io.FaultyStorage;
import io.firn.io.local.LocalStorage;
import io.firn.model.DataFile;
import io.firn.model.MetadataUpdate;
import io.firn.model.PartitionStatisticsFile;
import io.firn.model.StatisticsFile;
import io.firn.model.TableChange;
import io.firn.operation.Append;
import io.firn.operation.NewTable;
import io.firn.operation.Operation;
import io.firn.operation.Planning;
import io.firn.operation.SnapshotOptions;
import io.firn.partition.PartitionField;
import io.firn.partition.PartitionSpec;
import io.firn.partition.Transform;
import io.firn.table.Table;
import io.firn.types.Field;
import io.firn.types.Schema;
import io.firn.types.SimpleType;
import io.firn.types.StructValue;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A table of format version 3 on the local disk, partitioned by {@code _p}; files are old. */
final class OldTable {
  static final long NOW = 1_700_000_000_000L;
  static final long DAY = 86_400_000L;

  final Path directory;
  final FaultyStorage storage = new FaultyStorage(new LocalStorage());
  final PathTableStore store;
  private final Committer committer = Committer.system();

  OldTable(Path directory, Map<String, String> properties) {
    this.directory = directory;
    this.store = PathTableStore.at(storage, directory.toString());
    committer.create(
        store,
        new NewTable(
            UUID.randomUUID(),
            3,
            directory.toString(),
            Schema.of(
                Field.required(1, "id", SimpleType.LONG),
                Field.optional(2, "p", SimpleType.STRING)),
            new PartitionSpec(
                0, List.of(new PartitionField(2, 1000, "_p", Transform.parse("identity")))),
            properties));
  }

  CommitOutcome commit(Operation operation) {
    return committer.commit(store, operation);
  }

  Table table() {
    return Table.load(store);
  }

  /** A data file that is there, but for its content, and not in the table yet. */
  DataFile file(String name) {
    String location = directory + "/data/_p=x/" + name + ".parquet";
    plant(location);
    return DataFile.parquet(location, 0, StructValue.of("x"), 10, 1);
  }

  CommitOutcome append(String branch, String... names) {
    return commit(
        new Append(
            new SnapshotOptions(branch, SnapshotOptions.Publication.CURRENT, Map.of()),
            Stream.of(names).map(this::file).toList(),
            Append.Mode.FAST));
  }

  /** An empty file, ten days old. */
  static String plant(String location) {
    try {
      Path path = Path.of(location);
      Files.createDirectories(path.getParent());
      Files.writeString(path, "x");
      age(path, 10);
      return location;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static void age(Path path, long days) throws IOException {
    Files.setLastModifiedTime(path, FileTime.fromMillis(NOW - days * DAY));
  }

  /** Lets all files be ten days old. */
  void age() {
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        age(file, 10);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Statistics and partition statistics of the snapshot. */
  void addStatistics(long snapshotId) {
    String puffin = plant(directory + "/metadata/stats.puffin");
    String partitions = plant(directory + "/metadata/partition-stats.parquet");
    commit(
        new Operation() {
          @Override
          public String name() {
            return "add statistics";
          }

          @Override
          public TableChange planOn(Planning planning) {
            return new TableChange(
                List.of(),
                List.of(
                    new MetadataUpdate.SetStatistics(
                        new StatisticsFile(snapshotId, puffin, 1, 1, Optional.empty(), List.of())),
                    new MetadataUpdate.SetPartitionStatistics(
                        new PartitionStatisticsFile(snapshotId, partitions, 1))));
          }
        });
  }

  /** The search of files that are older than three days. */
  OrphanFiles search(Optional<String> location) {
    return OrphanFiles.of(table(), request(location, PrefixMismatch.ERROR));
  }

  static OrphanFiles.Request request(Optional<String> location, PrefixMismatch mismatch) {
    return new OrphanFiles.Request(
        location, NOW - 3 * DAY, Optional.empty(), EqualPrefixes.standard(), mismatch);
  }

  Set<String> orphans() {
    return search(Optional.empty()).all().stream()
        .map(this::relative)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  String relative(String location) {
    return directory.relativize(Path.of(location)).toString();
  }
}

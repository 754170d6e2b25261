package io.firn.scan;

import io.firn.codec.json.MetadataJson;
import io.firn.codec.oracle.IcebergModel;
import io.firn.io.Storage;
import io.firn.model.TableMetadata;
import io.firn.types.Field;
import io.firn.types.PrimitiveType;
import io.firn.types.ReservedFields;
import io.firn.types.Schema;
import io.firn.types.SimpleType;
import io.firn.types.SingleValue;
import io.firn.types.StructValue;
import io.firn.types.ValueOrder;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import org.apache.hadoop.conf.Configuration;
import org.apache.iceberg.AppendFiles;
import org.apache.iceberg.BaseTable;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.DataFiles;
import org.apache.iceberg.DeleteFile;
import org.apache.iceberg.FileFormat;
import org.apache.iceberg.FileMetadata;
import org.apache.iceberg.FileScanTask;
import org.apache.iceberg.Metrics;
import org.apache.iceberg.OverwriteFiles;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.RowDelta;
import org.apache.iceberg.StructLike;
import org.apache.iceberg.Table;
import org.apache.iceberg.expressions.Expressions;
import org.apache.iceberg.hadoop.HadoopTables;
import org.apache.iceberg.io.CloseableIterable;

/**
 * A table that Apache Iceberg writes, with random commits. Its data files exist in metadata only;
 * their rows are kept here.
 */
final class RandomTable {
  static final Schema SCHEMA =
      Schema.of(
          Field.optional(1, "id", SimpleType.INT),
          Field.optional(2, "name", SimpleType.STRING),
          Field.optional(3, "ts", SimpleType.TIMESTAMP),
          Field.required(4, "n", SimpleType.LONG));

  private final Table table;
  private final Random random;
  private final int formatVersion;
  private final Map<String, List<StructValue>> rows = new HashMap<>();
  private final Map<String, List<StructValue>> equalities = new HashMap<>();
  private final Map<String, List<String>> positions = new HashMap<>();
  private int files;

  RandomTable(Path directory, int formatVersion, Random random) {
    this.random = random;
    this.formatVersion = formatVersion;
    this.table =
        new HadoopTables(new Configuration())
            .create(
                IcebergModel.schema(SCHEMA),
                PartitionSpec.unpartitioned(),
                Map.of("format-version", Integer.toString(formatVersion)),
                directory.toUri().toString().replace("file:///", "file:/"));
  }

  Table iceberg() {
    return table;
  }

  /** The rows of a data file. */
  List<StructValue> rows(String path) {
    return Objects.requireNonNull(rows.get(path), path);
  }

  /** The rows of an equality delete file. */
  List<StructValue> equalities(String path) {
    return Objects.requireNonNull(equalities.get(path), path);
  }

  /** The data files that a position delete file or deletion vectors of a Puffin file name. */
  List<String> positions(String path) {
    return Objects.requireNonNull(positions.get(path), path);
  }

  TableMetadata metadata(Storage storage) {
    String location = ((BaseTable) table).operations().refresh().metadataFileLocation();
    return MetadataJson.read(storage.newInputFile(location));
  }

  void commit() {
    switch (random.nextInt(formatVersion == 1 ? 4 : 9)) {
      case 0 -> evolve();
      case 1 -> overwrite();
      case 2, 3 -> append();
      default -> delete();
    }
    table.refresh();
  }

  void append() {
    AppendFiles append = random.nextBoolean() ? table.newAppend() : table.newFastAppend();
    newData().forEach(append::appendFile);
    append.commit();
  }

  private void evolve() {
    var update = table.updateSpec();
    if (table.spec().fields().size() > 1 || random.nextInt(4) == 0) {
      table.spec().fields().forEach(f -> update.removeField(f.name()));
    } else {
      String name = "p" + table.specs().size();
      int width = 2 + table.specs().size();
      switch (random.nextInt(4)) {
        case 0 -> update.addField(name, Expressions.bucket("id", width));
        case 1 -> update.addField(name, Expressions.truncate("name", width - 1));
        case 2 -> update.addField(name, Expressions.truncate("id", width));
        default -> {
          if (table.spec().fields().isEmpty()) {
            update.addField(name, Expressions.day("ts"));
          } else {
            update.addField(name, Expressions.bucket("name", width));
          }
        }
      }
    }
    update.commit();
  }

  private void overwrite() {
    List<DataFile> live = live().keySet().stream().map(f -> (DataFile) f).toList();
    OverwriteFiles overwrite = table.newOverwrite();
    newData().forEach(overwrite::addFile);
    live.stream().filter(f -> random.nextInt(5) == 0).forEach(overwrite::deleteFile);
    overwrite.commit();
  }

  private void delete() {
    Map<DataFile, List<DeleteFile>> live = live();
    if (live.isEmpty()) {
      append();
      return;
    }
    RowDelta delta = table.newRowDelta().validateFromSnapshot(table.currentSnapshot().snapshotId());
    if (random.nextInt(3) == 0) {
      addEqualityDeletes(live.keySet(), delta);
    } else if (formatVersion == 2) {
      addPositionDeletes(live.keySet(), delta);
    } else {
      addVectors(live, delta);
    }
    if (random.nextBoolean()) {
      newData().forEach(delta::addRows);
    }
    delta.commit();
  }

  private Map<DataFile, List<DeleteFile>> live() {
    Map<DataFile, List<DeleteFile>> live = new LinkedHashMap<>();
    try (CloseableIterable<FileScanTask> tasks = table.newScan().includeColumnStats().planFiles()) {
      tasks.forEach(t -> live.put(t.file(), t.deletes()));
    } catch (java.io.IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
    return live;
  }

  private List<DataFile> newData() {
    List<DataFile> data = new ArrayList<>();
    PartitionSpec spec = table.spec();
    for (Map.Entry<StructValue, List<StructValue>> group : partitioned(spec, 6).entrySet()) {
      String path = table.location() + "/data/f" + files++ + ".parquet";
      rows.put(path, group.getValue());
      data.add(
          DataFiles.builder(spec)
              .withPath(path)
              .withFormat(FileFormat.PARQUET)
              .withFileSizeInBytes(1000 + files)
              .withPartition(IcebergModel.struct(group.getKey()))
              .withMetrics(metrics(group.getValue(), List.of(1, 2, 3, 4)))
              .build());
    }
    return data;
  }

  private void addEqualityDeletes(Collection<DataFile> live, RowDelta delta) {
    PartitionSpec spec =
        random.nextBoolean() ? table.spec() : table.specs().get(live.iterator().next().specId());
    int[] ids = random.nextBoolean() ? new int[] {1} : new int[] {1, 2};
    List<Integer> columns = ids.length == 1 ? List.of(1) : List.of(1, 2);
    for (Map.Entry<StructValue, List<StructValue>> group : partitioned(spec, 2).entrySet()) {
      String path = table.location() + "/data/eq" + files++ + ".parquet";
      equalities.put(path, group.getValue());
      delta.addDeletes(
          FileMetadata.deleteFileBuilder(spec)
              .ofEqualityDeletes(ids)
              .withPath(path)
              .withFormat(FileFormat.PARQUET)
              .withFileSizeInBytes(50)
              .withPartition(IcebergModel.struct(group.getKey()))
              .withMetrics(metrics(group.getValue(), columns))
              .build());
    }
  }

  /** One delete file for several data files of a partition, or one that names a single one. */
  private void addPositionDeletes(Collection<DataFile> live, RowDelta delta) {
    List<DataFile> all = List.copyOf(live);
    DataFile first = all.get(random.nextInt(all.size()));
    List<DataFile> named =
        all.stream()
            .filter(f -> f.specId() == first.specId())
            .filter(f -> tuple(f.partition()).equals(tuple(first.partition())))
            .filter(f -> f == first || random.nextInt(3) == 0)
            .toList();
    List<String> paths = named.stream().map(DataFile::location).sorted().toList();
    boolean single = random.nextBoolean();
    String lower = single ? first.location() : paths.get(0);
    String upper = single ? first.location() : paths.get(paths.size() - 1);
    String path = table.location() + "/data/pos" + files++ + ".parquet";
    positions.put(path, single ? List.of(first.location()) : paths);
    FileMetadata.Builder builder =
        FileMetadata.deleteFileBuilder(table.specs().get(first.specId()))
            .ofPositionDeletes()
            .withPath(path)
            .withFormat(FileFormat.PARQUET)
            .withFileSizeInBytes(40)
            .withPartition(first.partition());
    if (single && random.nextBoolean()) {
      builder.withReferencedDataFile(first.location()).withRecordCount(1);
    } else {
      int id = ReservedFields.DELETE_FILE_PATH_ID;
      builder.withMetrics(
          new Metrics(
              2L, null, null, null, null, Map.of(id, utf8(lower)), Map.of(id, utf8(upper))));
    }
    delta.addDeletes(builder.build());
  }

  private void addVectors(Map<DataFile, List<DeleteFile>> live, RowDelta delta) {
    String path = table.location() + "/data/dv" + files++ + ".puffin";
    int offset = 4;
    for (Map.Entry<DataFile, List<DeleteFile>> file : live.entrySet()) {
      if (random.nextInt(3) > 0) {
        continue;
      }
      file.getValue().stream()
          .filter(d -> d.format() == FileFormat.PUFFIN)
          .forEach(delta::removeDeletes);
      delta.addDeletes(
          FileMetadata.deleteFileBuilder(table.specs().get(file.getKey().specId()))
              .ofPositionDeletes()
              .withPath(path)
              .withFormat(FileFormat.PUFFIN)
              .withFileSizeInBytes(1000)
              .withPartition(file.getKey().partition())
              .withReferencedDataFile(file.getKey().location())
              .withContentOffset(offset)
              .withContentSizeInBytes(20)
              .withRecordCount(1)
              .build());
      offset += 20;
    }
  }

  /** Random rows by their partition. */
  private Map<StructValue, List<StructValue>> partitioned(PartitionSpec spec, int count) {
    Map<StructValue, List<StructValue>> groups = new LinkedHashMap<>();
    io.firn.partition.PartitionSpec ours = spec(spec);
    for (int i = random.nextInt(count); i >= 0; i--) {
      StructValue row = row();
      Object[] values = new Object[ours.fields().size()];
      for (int f = 0; f < values.length; f++) {
        var field = ours.fields().get(f);
        PrimitiveType type = (PrimitiveType) SCHEMA.field(field.sourceId()).orElseThrow().type();
        values[f] = field.transform().bind(type).apply(row.at(field.sourceId() - 1));
      }
      groups.computeIfAbsent(StructValue.of(values), t -> new ArrayList<>()).add(row);
    }
    return groups;
  }

  static io.firn.partition.PartitionSpec spec(PartitionSpec spec) {
    return new io.firn.partition.PartitionSpec(
        spec.specId(),
        spec.fields().stream()
            .map(
                f ->
                    new io.firn.partition.PartitionField(
                        f.sourceId(),
                        f.fieldId(),
                        f.name(),
                        io.firn.partition.Transform.parse(f.transform().toString())))
            .toList());
  }

  private StructValue row() {
    Integer id = random.nextInt(8) == 0 ? null : (Integer) (random.nextInt(24) - 4);
    String name =
        random.nextInt(6) == 0 ? null : List.of("a", "ab", "b", "ca", "d").get(random.nextInt(5));
    Long ts =
        random.nextInt(8) == 0
            ? null
            : (Long) ((random.nextInt(8) - 4) * 86_400_000_000L + random.nextInt(3) - 1);
    return StructValue.of(id, name, ts, (long) random.nextInt(1000));
  }

  private static Metrics metrics(List<StructValue> rows, List<Integer> columns) {
    Map<Integer, Long> values = new HashMap<>();
    Map<Integer, Long> nulls = new HashMap<>();
    Map<Integer, ByteBuffer> lower = new HashMap<>();
    Map<Integer, ByteBuffer> upper = new HashMap<>();
    for (int id : columns) {
      PrimitiveType type = (PrimitiveType) SCHEMA.field(id).orElseThrow().type();
      List<Object> present = rows.stream().map(r -> r.at(id - 1)).filter(Objects::nonNull).toList();
      values.put(id, (long) rows.size());
      nulls.put(id, (long) rows.size() - present.size());
      Optional<Object> min = present.stream().min(ValueOrder.of(type));
      Optional<Object> max = present.stream().max(ValueOrder.of(type));
      min.ifPresent(v -> lower.put(id, SingleValue.toBytes(type, v)));
      max.ifPresent(v -> upper.put(id, SingleValue.toBytes(type, v)));
    }
    return new Metrics((long) rows.size(), null, values, nulls, null, lower, upper);
  }

  private static StructValue tuple(StructLike struct) {
    return IcebergModel.struct(struct);
  }

  private static ByteBuffer utf8(String text) {
    return ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
  }
}

package io.firn.spark.read.file;

import io.firn.expr.Predicate;
import io.firn.model.ColumnStats;
import io.firn.model.DataFile;
import io.firn.model.FileKey;
import io.firn.partition.PartitionSpec;
import io.firn.scan.FileChange;
import io.firn.scan.FileTask;
import io.firn.scan.SplitTask;
import io.firn.spark.wire.DataFileBytes;
import io.firn.types.Schema;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The splits of a task as bytes. A delete file that applies to several of them travels once. Column
 * stats and residuals stay on the driver.
 */
public final class SplitBytes {
  private static final int NO_CHANGE = -1;

  private final DataFileBytes.PartitionTypes partitionTypes;

  /** {@code allColumns} has the sources of all specs, dropped ones too. */
  public SplitBytes(Schema allColumns, List<PartitionSpec> specs) {
    this.partitionTypes = new DataFileBytes.PartitionTypes(allColumns, specs);
  }

  byte[] write(List<SplitTask> splits) {
    Map<FileKey, Integer> places = new LinkedHashMap<>();
    List<DataFile> files = new ArrayList<>();
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      out.writeInt(splits.size());
      for (SplitTask split : splits) {
        FileTask task = split.task();
        out.writeInt(place(task.file(), places, files));
        out.writeLong(split.start());
        out.writeLong(split.length());
        out.writeLong(task.sequenceNumber());
        writePlaces(out, task.positionDeletes(), places, files);
        writePlaces(out, task.equalityDeletes(), places, files);
        writeChange(out, task.change(), places, files);
      }
      out.write(DataFileBytes.write(files, partitionTypes));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  private static void writeChange(
      DataOutputStream out,
      Optional<FileChange> change,
      Map<FileKey, Integer> places,
      List<DataFile> files)
      throws IOException {
    out.writeByte(change.map(c -> c.kind().ordinal()).orElse(NO_CHANGE));
    if (change.isPresent()) {
      out.writeInt(change.get().ordinal());
      out.writeLong(change.get().snapshotId());
      for (FileChange.Deletes deletes : List.of(change.get().landed(), change.get().lifted())) {
        writePlaces(out, deletes.positions(), places, files);
        writePlaces(out, deletes.equalities(), places, files);
      }
    }
  }

  private static void writePlaces(
      DataOutputStream out,
      List<DataFile> deletes,
      Map<FileKey, Integer> places,
      List<DataFile> files)
      throws IOException {
    out.writeInt(deletes.size());
    for (DataFile delete : deletes) {
      out.writeInt(place(delete, places, files));
    }
  }

  private static int place(DataFile file, Map<FileKey, Integer> places, List<DataFile> files) {
    return places.computeIfAbsent(
        file.key(),
        key -> {
          files.add(file.withStats(ColumnStats.none()));
          return files.size() - 1;
        });
  }

  List<SplitTask> read(byte[] bytes) {
    try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes))) {
      List<Draft> drafts = new ArrayList<>();
      for (int n = in.readInt(); n > 0; n--) {
        drafts.add(
            new Draft(
                in.readInt(),
                in.readLong(),
                in.readLong(),
                in.readLong(),
                readPlaces(in),
                readPlaces(in),
                ChangeDraft.read(in)));
      }
      List<DataFile> files = DataFileBytes.read(in.readAllBytes(), partitionTypes);
      return drafts.stream().map(draft -> draft.toSplit(files)).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<Integer> readPlaces(DataInputStream in) throws IOException {
    List<Integer> places = new ArrayList<>();
    for (int n = in.readInt(); n > 0; n--) {
      places.add(in.readInt());
    }
    return places;
  }

  private record Draft(
      int file,
      long start,
      long length,
      long sequenceNumber,
      List<Integer> positionDeletes,
      List<Integer> equalityDeletes,
      Optional<ChangeDraft> change) {

    SplitTask toSplit(List<DataFile> files) {
      FileTask task =
          new FileTask(
              files.get(file),
              sequenceNumber,
              at(positionDeletes, files),
              at(equalityDeletes, files),
              Predicate.ALWAYS_TRUE,
              change.map(draft -> draft.toChange(files)));
      return new SplitTask(task, start, length);
    }
  }

  private static List<DataFile> at(List<Integer> places, List<DataFile> files) {
    return places.stream().map(files::get).toList();
  }

  /** {@code deletes} are positions and equalities of landed deletes, then of lifted ones. */
  private record ChangeDraft(
      FileChange.Kind kind, int ordinal, long snapshotId, List<List<Integer>> deletes) {

    static Optional<ChangeDraft> read(DataInputStream in) throws IOException {
      int kind = in.readByte();
      return kind == NO_CHANGE
          ? Optional.empty()
          : Optional.of(
              new ChangeDraft(
                  FileChange.Kind.values()[kind],
                  in.readInt(),
                  in.readLong(),
                  List.of(readPlaces(in), readPlaces(in), readPlaces(in), readPlaces(in))));
    }

    FileChange toChange(List<DataFile> files) {
      return new FileChange(
          kind,
          ordinal,
          snapshotId,
          new FileChange.Deletes(at(deletes.get(0), files), at(deletes.get(1), files)),
          new FileChange.Deletes(at(deletes.get(2), files), at(deletes.get(3), files)));
    }
  }
}

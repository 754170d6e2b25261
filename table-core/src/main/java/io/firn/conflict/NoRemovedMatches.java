package io.firn.conflict;

import io.firn.codec.parquet.PositionDeleteFile;
import io.firn.codec.puffin.DeletionVectorFile;
import io.firn.deletes.PositionSet;
import io.firn.error.FirnException;
import io.firn.expr.Predicates;
import io.firn.io.Storage;
import io.firn.model.DataFile;
import io.firn.model.EntryStatus;
import io.firn.model.FileContent;
import io.firn.model.ManifestContent;
import io.firn.model.ManifestEntry;
import io.firn.model.Snapshot;
import io.firn.model.SnapshotOperation;
import io.firn.partition.PartitionKey;
import io.firn.rowmap.RowMap;
import io.firn.rowmap.RowMapKind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * No commit has deleted or changed a row that a statement saw and left as it is: without it the
 * statement would have done something else. Reads the removed rows; where it cannot, every row that
 * may be one of them counts.
 */
public record NoRemovedMatches(ReadRows rows) implements ConflictRule {

  @Override
  public Optional<Conflict> check(CheckContext context) {
    RowQuestion question = new RowQuestion(rows, context);
    Scope.FileTest test = question.files();
    for (Snapshot snapshot : context.landed().snapshots()) {
      if (NoAddedDeletes.DELETING.stream()
          .anyMatch(
              o -> snapshot.operation().flatMap(SnapshotOperation::parse).equals(Optional.of(o)))) {
        Optional<Conflict> conflict = check(snapshot, context, question, test);
        if (conflict.isPresent()) {
          return conflict;
        }
      }
    }
    return Optional.empty();
  }

  private Optional<Conflict> check(
      Snapshot snapshot, CheckContext context, RowQuestion question, Scope.FileTest test) {
    LandedCommits landed = context.landed();
    List<ManifestEntry> deletes = landed.entries(snapshot, ManifestContent.DELETES);
    Earlier earlier = new Earlier(deletes, context);
    Set<String> added = new HashSet<>();
    for (ManifestEntry entry : landed.entries(snapshot, ManifestContent.DATA)) {
      if (entry.status() == EntryStatus.ADDED) {
        added.add(entry.file().filePath());
      }
      if (entry.status() == EntryStatus.DELETED && test.mayHold(entry.file())) {
        Optional<Conflict> conflict =
            removed(new LandedFile(snapshot, entry), landed, earlier, question);
        if (conflict.isPresent()) {
          return conflict;
        }
      }
    }
    for (ManifestEntry entry : deletes) {
      if (entry.status() == EntryStatus.ADDED && test.mayHold(entry.file())) {
        Optional<Conflict> conflict =
            deleted(new LandedFile(snapshot, entry), added, context, earlier, question);
        if (conflict.isPresent()) {
          return conflict;
        }
      }
    }
    return Optional.empty();
  }

  /** A data file that is gone, with the rows that were not carried over. */
  private Optional<Conflict> removed(
      LandedFile file, LandedCommits landed, Earlier earlier, RowQuestion question) {
    DataFile data = file.entry().file();
    PositionSet gone = PositionSet.ofRange(0, data.recordCount());
    Optional<RowMap> map =
        landed.rowMap(file.snapshot()).filter(m -> m.source(data.filePath()).isPresent());
    if (map.isPresent()) {
      if (map.get().kind() == RowMapKind.COMPACTION) {
        return Optional.empty();
      }
      gone.removeAll(map.get().source(data.filePath()).orElseThrow().carried());
    }
    gone.removeAll(earlier.of(data.filePath()));
    RowAnswer answer = answer(data.filePath(), data, gone, question);
    return answer.counts()
        ? Optional.of(
            conflict(
                "Found conflicting deleted files that can contain records matching ",
                answer.text(),
                file))
        : Optional.empty();
  }

  /**
   * Rows that a delete file deletes. Those in files that its commit added itself are copies that
   * the rebase hid: the rows are elsewhere, or were deleted before.
   */
  private Optional<Conflict> deleted(
      LandedFile file,
      Set<String> added,
      CheckContext context,
      Earlier earlier,
      RowQuestion question) {
    DataFile delete = file.entry().file();
    String found = "Found new conflicting delete files that can apply to records matching ";
    if (delete.content() == FileContent.EQUALITY_DELETES) {
      return Optional.of(conflict(found, "", file));
    }
    Optional<String> tooMuch = context.budget().take(sizeInBytes(delete));
    if (tooMuch.isPresent()) {
      return Optional.of(conflict(found, RowAnswer.notKnown(tooMuch.get()).text(), file));
    }
    Map<String, PositionSet> positions;
    try {
      positions =
          delete.isDeletionVector()
              ? Map.of(
                  delete.referencedDataFile().orElseThrow(),
                  DeletionVectorFile.read(context.landed().storage(), delete))
              : PositionDeleteFile.readAll(context.landed().storage(), delete);
    } catch (FirnException e) {
      return Optional.of(
          conflict(found, RowAnswer.notKnown(String.valueOf(e.getMessage())).text(), file));
    }
    for (Map.Entry<String, PositionSet> of : positions.entrySet()) {
      if (added.contains(of.getKey())) {
        continue;
      }
      PositionSet gone = of.getValue();
      gone.removeAll(earlier.of(of.getKey()));
      RowAnswer answer = answer(of.getKey(), delete, gone, question);
      if (answer.kind() == RowAnswer.Kind.A_ROW) {
        return Optional.of(conflict(found, answer.text() + " of " + of.getKey(), file));
      }
      if (answer.counts()) {
        return Optional.of(conflict(found, answer.text(), file));
      }
    }
    return Optional.empty();
  }

  private static long sizeInBytes(DataFile delete) {
    return delete.contentSizeInBytes().orElse(delete.fileSizeInBytes());
  }

  private static RowAnswer answer(
      String path, DataFile inPartition, PositionSet gone, RowQuestion question) {
    return gone.isEmpty()
        ? RowAnswer.noRow()
        : question.of(
            path,
            new PartitionKey(inPartition.specId(), inPartition.partition()),
            Optional.of(gone));
  }

  private Conflict conflict(String what, String row, LandedFile file) {
    return rows.explained(
        Conflict.with(what + Predicates.describe(rows.filter()) + row, List.of(file)));
  }

  /**
   * Rows that were deleted before a commit: its own deletes, which took the earlier ones in, or its
   * rewritten files left them out. Only what the commit removed itself is looked at.
   */
  private static final class Earlier {
    private final Map<String, List<DataFile>> removed = new HashMap<>();
    private final Storage storage;
    private final ReadBudget budget;

    Earlier(List<ManifestEntry> deletes, CheckContext context) {
      this.storage = context.landed().storage();
      this.budget = context.budget();
      for (ManifestEntry entry : deletes) {
        DataFile file = entry.file();
        if (entry.status() == EntryStatus.DELETED
            && file.content() == FileContent.POSITION_DELETES
            && file.referencedDataFile().isPresent()) {
          removed
              .computeIfAbsent(file.referencedDataFile().get(), path -> new ArrayList<>())
              .add(file);
        }
      }
    }

    PositionSet of(String dataFile) {
      PositionSet positions = new PositionSet();
      for (DataFile file : removed.getOrDefault(dataFile, List.of())) {
        if (budget.take(sizeInBytes(file)).isPresent()) {
          // Its rows count as removed by the commit: too many, never too few.
          continue;
        }
        try {
          positions.addAll(
              file.isDeletionVector()
                  ? DeletionVectorFile.read(storage, file)
                  : PositionDeleteFile.read(storage, file, dataFile));
        } catch (FirnException e) {
          // As above.
          continue;
        }
      }
      return positions;
    }
  }
}

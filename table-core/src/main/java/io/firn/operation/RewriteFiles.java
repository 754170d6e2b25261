package io.firn.operation;

import io.firn.conflict.Guard;
import io.firn.conflict.NoNewDeletesFor;
import io.firn.conflict.NoRemovalOf;
import io.firn.error.InvalidInputException;
import io.firn.model.DataFile;
import io.firn.model.SnapshotOperation;
import io.firn.model.TableChange;
import io.firn.rebase.ChangeKind;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;

/**
 * Replaces files by others that hold the same rows: compaction. The new data files count as old as
 * {@code dataSequenceNumber} says, so that equality deletes that landed meanwhile still apply to
 * them; without it they are as new as the commit.
 */
public final class RewriteFiles implements Operation {
  private final SnapshotOptions options;
  private final OptionalLong baseSnapshotId;
  private final Replacement data;
  private final List<DataFile> removedDeletes;
  private final List<DataFile> addedDeletes;
  private final OptionalLong dataSequenceNumber;
  private final Judged judged;

  /** Replaces data files; delete files that were applied may go with them. */
  public RewriteFiles(
      SnapshotOptions options,
      OptionalLong baseSnapshotId,
      Replacement data,
      List<DataFile> removedDeletes,
      OptionalLong dataSequenceNumber) {
    this(
        options,
        baseSnapshotId,
        data,
        removedDeletes,
        List.of(),
        dataSequenceNumber,
        Judged.byFiles());
  }

  /** Without row map. */
  public RewriteFiles(
      SnapshotOptions options,
      OptionalLong baseSnapshotId,
      List<DataFile> removedData,
      List<DataFile> removedDeletes,
      List<DataFile> addedData,
      List<DataFile> addedDeletes,
      OptionalLong dataSequenceNumber) {
    this(
        options,
        baseSnapshotId,
        Replacement.unmapped(removedData, addedData),
        List.copyOf(removedDeletes),
        List.copyOf(addedDeletes),
        dataSequenceNumber,
        Judged.byFiles());
  }

  private RewriteFiles(
      SnapshotOptions options,
      OptionalLong baseSnapshotId,
      Replacement data,
      List<DataFile> removedDeletes,
      List<DataFile> addedDeletes,
      OptionalLong dataSequenceNumber,
      Judged judged) {
    this.options = options;
    this.baseSnapshotId = baseSnapshotId;
    this.data = data;
    this.removedDeletes = removedDeletes;
    this.addedDeletes = addedDeletes;
    this.dataSequenceNumber = dataSequenceNumber;
    this.judged = judged;
  }

  @Override
  public String name() {
    return "rewrite";
  }

  @Override
  public Operation rebasedOn(Rebasing state) {
    if (!addedDeletes.isEmpty() || data.removed().isEmpty()) {
      return this;
    }
    return new RewriteFiles(
        options,
        baseSnapshotId,
        data,
        removedDeletes,
        addedDeletes,
        dataSequenceNumber,
        state.judge(
            name(),
            options.branch(),
            baseSnapshotId,
            data.pending(ChangeKind.COMPACTION, removedDeletes, dataSequenceNumber.isPresent())));
  }

  @Override
  public Optional<String> rebaseRefusal() {
    return judged
        .refusal()
        .map(reason -> data.whyUnmapped().map(why -> reason + ": " + why).orElse(reason));
  }

  @Override
  public TableChange planOn(Planning planning) {
    requireReplacement(planning.tableName());
    SnapshotEdit edit =
        SnapshotEdit.of(name(), SnapshotOperation.REPLACE, options)
            .dataAsOldAs(dataSequenceNumber)
            .mappedBy(data.rowMap())
            .saying(data.whyUnmapped().map(RowMapSummary::none).orElse(Map.of()));
    return SnapshotPlanner.plan(
        planning,
        judged
            .rebased()
            .map(on -> on.apply(edit, planning))
            .orElseGet(
                () ->
                    edit.adding(data.added(), addedDeletes)
                        .removing(
                            Removal.files(data.removed(), removedDeletes),
                            SnapshotEdit.WhenMissing.FAIL)));
  }

  private void requireReplacement(String tableName) {
    boolean replaces =
        (!data.removed().isEmpty() || !removedDeletes.isEmpty())
            && (data.added().isEmpty() || !data.removed().isEmpty())
            && (addedDeletes.isEmpty() || !removedDeletes.isEmpty());
    if (!replaces) {
      throw new InvalidInputException(
          ("Cannot rewrite files of %s: %d data files replace %d and %d delete files replace %d;"
                  + " a rewrite replaces files by files of their kind")
              .formatted(
                  tableName,
                  data.added().size(),
                  data.removed().size(),
                  addedDeletes.size(),
                  removedDeletes.size()));
    }
  }

  @Override
  public List<Guard> guards() {
    if (judged.byRows()) {
      return List.of();
    }
    NoNewDeletesFor.Kind kind =
        dataSequenceNumber.isPresent()
            ? NoNewDeletesFor.Kind.BY_POSITION
            : NoNewDeletesFor.Kind.ANY;
    return List.of(
        new Guard(
            options.branch(),
            baseSnapshotId,
            List.of(
                NoNewDeletesFor.compacted(data.removed(), kind),
                new NoRemovalOf(
                    Stream.concat(data.removed().stream(), removedDeletes.stream()).toList()))));
  }
}

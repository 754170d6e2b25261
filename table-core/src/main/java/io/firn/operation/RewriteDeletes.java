package io.firn.operation;

import io.firn.conflict.ConflictRule;
import io.firn.conflict.DataFilesExist;
import io.firn.conflict.Guard;
import io.firn.conflict.NoConcurrentVectors;
import io.firn.conflict.NoRemovalOf;
import io.firn.error.CommitConflictException;
import io.firn.error.InvalidInputException;
import io.firn.model.DataFile;
import io.firn.model.FileKey;
import io.firn.model.SnapshotOperation;
import io.firn.model.TableChange;
import io.firn.rebase.DeletesRebaser;
import io.firn.rebase.PendingDeletes;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Replaces position delete files by others, or by deletion vectors, that delete the same rows. The
 * new ones are as old as the newest of those that they replace, so that they apply to no data file
 * that those do not apply to. What others did meanwhile makes it give up single files; if nothing
 * is left it changes nothing.
 */
public final class RewriteDeletes implements Operation {
  private final SnapshotOptions options;
  private final long baseSnapshotId;
  private final List<DataFile> removed;
  private final List<AgedFile> added;
  private final Judged judged;

  /** {@code baseSnapshotId} is the snapshot in which the removed files were found. */
  public RewriteDeletes(
      SnapshotOptions options, long baseSnapshotId, List<DataFile> removed, List<AgedFile> added) {
    this(options, baseSnapshotId, List.copyOf(removed), List.copyOf(added), Judged.byFiles());
  }

  private RewriteDeletes(
      SnapshotOptions options,
      long baseSnapshotId,
      List<DataFile> removed,
      List<AgedFile> added,
      Judged judged) {
    this.options = options;
    this.baseSnapshotId = baseSnapshotId;
    this.removed = removed;
    this.added = added;
    this.judged = judged;
  }

  @Override
  public String name() {
    return "rewrite position deletes";
  }

  @Override
  public Operation rebasedOn(Rebasing state) {
    requireSameFormat(state);
    PendingDeletes change = new PendingDeletes(removed, addedFiles());
    return new RewriteDeletes(
        options,
        baseSnapshotId,
        removed,
        added,
        state.judge(
            name(),
            options.branch(),
            base(),
            landed ->
                DeletesRebaser.rebase(
                    change, state.table(), landed, state.storage(), state.clockMillis())));
  }

  /** An upgrade of the table leaves no snapshot. */
  private void requireSameFormat(Rebasing state) {
    boolean vectors = state.table().formatVersion() >= 3;
    for (AgedFile file : added) {
      if (file.file().isDeletionVector() != vectors) {
        throw new CommitConflictException(
            ("Cannot commit %s to %s: the table got format version %d meanwhile, in which %s cannot"
                    + " be added. Run it again.")
                .formatted(
                    name(),
                    state.tableName(),
                    state.table().formatVersion(),
                    file.file().filePath()));
      }
    }
  }

  @Override
  public Optional<String> rebaseRefusal() {
    return judged.refusal();
  }

  @Override
  public TableChange planOn(Planning planning) {
    if (removed.isEmpty()) {
      throw new InvalidInputException(
          "Cannot rewrite position deletes of %s: no file is to be replaced"
              .formatted(planning.tableName()));
    }
    boolean nothingIsLeft =
        judged.rebased().map(on -> on.files().removedDeletes().isEmpty()).orElse(false);
    if (nothingIsLeft) {
      return new TableChange(List.of(), List.of());
    }
    SnapshotEdit edit =
        SnapshotEdit.of(name(), SnapshotOperation.REPLACE, options).deletesAsOldAs(ages());
    return SnapshotPlanner.plan(
        planning,
        judged
            .rebased()
            .map(on -> on.apply(edit, planning))
            .orElseGet(
                () ->
                    edit.adding(List.of(), addedFiles())
                        .removing(
                            Removal.files(List.of(), removed), SnapshotEdit.WhenMissing.FAIL)));
  }

  private List<DataFile> addedFiles() {
    return added.stream().map(AgedFile::file).toList();
  }

  private Map<FileKey, Long> ages() {
    Map<FileKey, Long> ages = new HashMap<>();
    added.forEach(file -> ages.put(file.file().key(), file.dataSequenceNumber()));
    return ages;
  }

  private OptionalLong base() {
    return OptionalLong.of(baseSnapshotId);
  }

  /** Where the rebase has not looked at each file, whole commits decide. */
  @Override
  public List<Guard> guards() {
    if (judged.byRows()) {
      return List.of();
    }
    Set<String> vectorTargets =
        added.stream()
            .filter(file -> file.file().isDeletionVector())
            .flatMap(file -> file.file().referencedDataFile().stream())
            .collect(Collectors.toUnmodifiableSet());
    List<ConflictRule> rules = new ArrayList<>();
    rules.add(new NoRemovalOf(removed));
    rules.add(new NoConcurrentVectors(vectorTargets));
    rules.add(DataFilesExist.afterAnyCommit(vectorTargets));
    return List.of(new Guard(options.branch(), base(), rules));
  }
}

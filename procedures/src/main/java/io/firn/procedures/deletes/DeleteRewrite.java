package io.firn.procedures.deletes;

import io.firn.commit.CommitOutcome;
import io.firn.conflict.LandedCommits;
import io.firn.error.CommitStateUnknownException;
import io.firn.error.FirnException;
import io.firn.maintenance.deletes.DeleteGroup;
import io.firn.maintenance.deletes.DeleteRewriteOptions;
import io.firn.model.DataFile;
import io.firn.model.EntryStatus;
import io.firn.model.FileKey;
import io.firn.model.ManifestContent;
import io.firn.model.ManifestEntry;
import io.firn.model.Snapshot;
import io.firn.operation.AgedFile;
import io.firn.operation.RewriteDeletes;
import io.firn.operation.SnapshotOptions;
import io.firn.procedures.groups.ConcurrentGroups;
import io.firn.procedures.progress.Progress;
import io.firn.spark.write.EngineSummary;
import io.firn.table.Table;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.spark.sql.SparkSession;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One rewrite of position delete files: rewrites some groups at a time, and commits all of them at
 * once, or with partial progress in several commits of some groups each; then what fails does not
 * stop the others.
 */
public final class DeleteRewrite {
  private static final Logger LOG = LoggerFactory.getLogger(DeleteRewrite.class);

  private final SparkSession session;
  private final Table table;
  private final DeleteRewriteOptions options;
  private final GroupJob job;
  private final Progress progress;
  private final AtomicInteger begun = new AtomicInteger();

  public DeleteRewrite(
      SparkSession session, Table table, DeleteRewriteOptions options, Progress progress) {
    this.session = session;
    this.table = table;
    this.options = options;
    this.job = new GroupJob(session, table, options);
    this.progress = progress;
  }

  /** Rewrites the groups, which were planned on the snapshot. */
  public DeleteRewriteResult run(Snapshot base, List<DeleteGroup> groups) {
    LOG.info(
        "Rewriting position deletes of {}: {} groups at snapshot {}",
        table.name(),
        groups.size(),
        base.snapshotId());
    DeleteRewriteResult result = DeleteRewriteResult.nothing();
    for (List<DeleteGroup> some : batches(groups)) {
      List<RewrittenDeletes> rewritten = rewrite(some);
      if (rewritten.isEmpty()) {
        continue;
      }
      try {
        result = result.plus(commit(base, rewritten));
      } catch (CommitStateUnknownException e) {
        throw e;
      } catch (FirnException e) {
        remove(rewritten);
        if (!options.partialProgress()) {
          throw e;
        }
        LOG.error(
            "A part of the position deletes of {} was not rewritten: {}",
            table.name(),
            e.getMessage());
      }
    }
    return result;
  }

  /** The groups of each commit. */
  private List<List<DeleteGroup>> batches(List<DeleteGroup> groups) {
    if (groups.isEmpty()) {
      return List.of();
    }
    if (!options.partialProgress()) {
      return List.of(groups);
    }
    int size = (groups.size() + options.maxCommits() - 1) / options.maxCommits();
    List<List<DeleteGroup>> batches = new ArrayList<>();
    for (int from = 0; from < groups.size(); from += size) {
      batches.add(groups.subList(from, Math.min(groups.size(), from + size)));
    }
    return batches;
  }

  /** Of those groups that could be rewritten; without partial progress that is all or none. */
  private List<RewrittenDeletes> rewrite(List<DeleteGroup> groups) {
    return ConcurrentGroups.run(groups, options.maxConcurrentGroups(), this::rewrite)
        .orThrow("rewrite position deletes of " + table.name(), this::removeRewritten)
        .stream()
        .flatMap(Optional::stream)
        .toList();
  }

  private void removeRewritten(List<Optional<RewrittenDeletes>> groups) {
    remove(groups.stream().flatMap(Optional::stream).toList());
  }

  private Optional<RewrittenDeletes> rewrite(DeleteGroup group) {
    try {
      RewrittenDeletes rewritten = job.run(group, jobName(group));
      progress.done(1, group.sizeBytes());
      return Optional.of(rewritten);
    } catch (Exception e) {
      if (!options.partialProgress() || Thread.currentThread().isInterrupted()) {
        throw e;
      }
      LOG.error(
          "Position deletes of {} in partition {} were not rewritten",
          table.name(),
          group.partition().partition(),
          e);
      return Optional.empty();
    }
  }

  private String jobName(DeleteGroup group) {
    return progress
        .work()
        .jobName(
            "group %d of %d, %d files, partition %s"
                .formatted(
                    begun.incrementAndGet(),
                    progress.work().total(),
                    group.files().size(),
                    group.partition().partition()));
  }

  private DeleteRewriteResult commit(Snapshot base, List<RewrittenDeletes> groups) {
    List<DataFile> removed = new ArrayList<>();
    List<AgedFile> added = new ArrayList<>();
    for (RewrittenDeletes group : groups) {
      group.group().files().forEach(file -> removed.add(file.file()));
      long age = group.group().dataSequenceNumber();
      group.added().forEach(file -> added.add(new AgedFile(file, age)));
    }
    CommitOutcome outcome =
        table.commit(
            new RewriteDeletes(
                SnapshotOptions.main().saying(EngineSummary.of(session)),
                base.snapshotId(),
                removed,
                added));
    return outcome
        .snapshot()
        .map(snapshot -> result(snapshot, outcome, removed, added))
        .orElseGet(
            () -> {
              remove(groups);
              return DeleteRewriteResult.nothing();
            });
  }

  /** What is in the snapshot; others may have been faster with some of the files. */
  private DeleteRewriteResult result(
      Snapshot snapshot, CommitOutcome outcome, List<DataFile> removed, List<AgedFile> added) {
    Set<FileKey> inSnapshot = new HashSet<>();
    Set<FileKey> outOfIt = new HashSet<>();
    for (ManifestEntry entry :
        LandedCommits.only(snapshot, outcome.state().metadata(), table.storage())
            .entries(snapshot, ManifestContent.DELETES)) {
      (entry.status() == EntryStatus.ADDED ? inSnapshot : outOfIt).add(entry.file().key());
    }
    List<DataFile> taken = removed.stream().filter(f -> outOfIt.contains(f.key())).toList();
    List<DataFile> given =
        added.stream().map(AgedFile::file).filter(file -> inSnapshot.contains(file.key())).toList();
    Set<String> needed = new HashSet<>();
    given.forEach(file -> needed.add(file.filePath()));
    removeFiles(
        added.stream()
            .map(file -> file.file().filePath())
            .filter(path -> !needed.contains(path))
            .toList());
    return new DeleteRewriteResult(taken.size(), given.size(), bytes(taken), bytes(given));
  }

  /** A vector has its own share of the file. */
  private static long bytes(List<DataFile> files) {
    return files.stream()
        .mapToLong(file -> file.contentSizeInBytes().orElse(file.fileSizeInBytes()))
        .sum();
  }

  private void remove(List<RewrittenDeletes> groups) {
    List<String> locations = new ArrayList<>();
    groups.forEach(group -> group.added().forEach(file -> locations.add(file.filePath())));
    removeFiles(locations);
  }

  private void removeFiles(List<String> locations) {
    Set<String> distinct = new HashSet<>(locations);
    if (!distinct.isEmpty()) {
      List<String> left = table.storage().deleteAll(distinct);
      if (!left.isEmpty()) {
        LOG.warn("Files that {} does not need are left: {}", table.name(), left);
      }
    }
  }
}

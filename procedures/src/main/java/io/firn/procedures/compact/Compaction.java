package io.firn.procedures.compact;

import io.firn.error.CommitConflictException;
import io.firn.error.CommitStateUnknownException;
import io.firn.error.FirnException;
import io.firn.maintenance.CompactionOptions;
import io.firn.maintenance.CompactionPlanner;
import io.firn.maintenance.DanglingDeletes;
import io.firn.maintenance.FileGroup;
import io.firn.model.DataFile;
import io.firn.model.Snapshot;
import io.firn.model.SortOrder;
import io.firn.operation.Replacement;
import io.firn.operation.RewriteFiles;
import io.firn.operation.SnapshotOptions;
import io.firn.partition.PartitionSpec;
import io.firn.procedures.progress.Progress;
import io.firn.procedures.progress.Work;
import io.firn.scan.FileTask;
import io.firn.spark.read.FirnScan;
import io.firn.spark.write.EngineSummary;
import io.firn.spark.write.OutputSpec;
import io.firn.table.Table;
import io.firn.types.Schema;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.spark.sql.SparkSession;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One compaction: plans groups on the current snapshot, rewrites some of them at a time, and
 * commits all of them at once, or with partial progress in several commits of some groups each.
 */
public final class Compaction {
  private static final Logger LOG = LoggerFactory.getLogger(Compaction.class);
  private static final int DANGLING_ATTEMPTS = 4;

  private final SparkSession session;
  private final Table table;
  private final CompactionOptions options;
  private final RewriteStrategy strategy;
  private final FirnScan scan;
  private final String catalog;
  private final String branch;

  /** Of files that the scan of the branch planned; {@code catalog} is that of the table. */
  public Compaction(
      SparkSession session,
      FirnScan scan,
      CompactionOptions options,
      RewriteStrategy strategy,
      String catalog,
      String branch) {
    this.session = session;
    this.strategy = strategy;
    this.catalog = catalog;
    this.branch = branch;
    this.table = scan.table();
    this.options = options;
    this.scan = scan;
  }

  /** Compacts those of the files that are worth it. */
  public CompactionResult run() {
    if (scan.point().snapshot().isEmpty()) {
      return CompactionResult.nothing();
    }
    Snapshot base = scan.point().snapshot().get();
    PartitionSpec spec = OutputSpec.of(table, options.outputSpecId());
    List<FileGroup> groups = new CompactionPlanner(options, spec.specId()).plan(scan.files());
    LOG.info(
        "Compacting {}: {} groups at snapshot {}", table.name(), groups.size(), base.snapshotId());
    GroupRewriter rewriter = new GroupRewriter(session, table, scan.point(), rewrite(spec), spec);
    long bytes = groups.stream().mapToLong(FileGroup::sizeBytes).sum();
    CompactionResult result;
    try (Progress progress =
        Progress.start(
            session,
            new Work("rewrite_data_files", table.name(), "groups", groups.size(), bytes))) {
      result = run(base, groups, new GroupsRun(rewriter, table, options, progress));
    }
    return options.removeDanglingDeletes() ? removeDanglingDeletes(result) : result;
  }

  private CompactionResult run(Snapshot base, List<FileGroup> groups, GroupsRun run) {
    CompactionResult result = CompactionResult.nothing();
    int failures = 0;
    for (List<FileGroup> some : batches(groups)) {
      try {
        result = commit(base, run.rewrite(some), result);
      } catch (CommitStateUnknownException e) {
        throw e;
      } catch (FirnException e) {
        failures++;
        if (!options.partialProgress()
            || failures > options.maxFailedCommits()
            || Thread.currentThread().isInterrupted()) {
          throw e;
        }
        LOG.warn("A part of the compaction of {} failed: {}", table.name(), e.getMessage());
        result = result.withFailed(some.stream().mapToInt(g -> g.tasks().size()).sum());
      }
    }
    return result;
  }

  private RowRewrite rewrite(PartitionSpec spec) {
    Schema schema = table.metadata().schema();
    if (strategy instanceof RewriteStrategy.Sort sort) {
      return new SortedRows(
          session,
          options,
          sort.options(),
          sort.orderOf(table.metadata()),
          SortKey.of(sort, catalog, schema, spec));
    }
    if (strategy instanceof RewriteStrategy.ZOrder zOrder) {
      return new SortedRows(
          session,
          options,
          zOrder.options(),
          SortOrder.unsorted(),
          SortKey.of(zOrder, catalog, schema, spec));
    }
    return new PackedRows(options);
  }

  /**
   * What no data file needs any more goes with a commit of its own. Nothing is lost if another
   * commit is faster, so that never fails the compaction.
   */
  private CompactionResult removeDanglingDeletes(CompactionResult result) {
    for (int attempt = 0; attempt < DANGLING_ATTEMPTS; attempt++) {
      Table now = table.refresh();
      Optional<Snapshot> head = now.metadata().refSnapshot(branch);
      List<DataFile> dangling =
          head.map(snapshot -> DanglingDeletes.of(now.storage(), now.metadata(), snapshot))
              .orElse(List.of());
      if (dangling.isEmpty()) {
        return result;
      }
      try {
        now.commit(
            new RewriteFiles(
                snapshotOptions(),
                OptionalLong.of(head.orElseThrow().snapshotId()),
                Replacement.unmapped(List.of(), List.of()),
                dangling,
                OptionalLong.empty()));
        return result.withDanglingDeletesRemoved(dangling.size());
      } catch (CommitConflictException e) {
        LOG.info("Dangling deletes of {} changed: {}", table.name(), e.getMessage());
      }
    }
    LOG.warn("Dangling deletes of {} are left: other commits were faster", table.name());
    return result;
  }

  private SnapshotOptions snapshotOptions() {
    return new SnapshotOptions(
        branch, SnapshotOptions.Publication.CURRENT, EngineSummary.of(session));
  }

  /** The groups of each commit. */
  private List<List<FileGroup>> batches(List<FileGroup> groups) {
    if (groups.isEmpty()) {
      return List.of();
    }
    if (!options.partialProgress()) {
      return List.of(groups);
    }
    int size = (groups.size() + options.maxCommits() - 1) / options.maxCommits();
    List<List<FileGroup>> batches = new ArrayList<>();
    for (int from = 0; from < groups.size(); from += size) {
      batches.add(groups.subList(from, Math.min(groups.size(), from + size)));
    }
    return batches;
  }

  private CompactionResult commit(
      Snapshot base, List<RewrittenGroup> groups, CompactionResult result) {
    List<DataFile> removed = new ArrayList<>();
    List<DataFile> added = new ArrayList<>();
    Map<String, List<DataFile>> deletesAtBase = new HashMap<>();
    long bytes = 0;
    for (RewrittenGroup group : groups) {
      added.addAll(group.added());
      bytes += group.group().sizeBytes();
      for (FileTask task : group.group().tasks()) {
        removed.add(task.file());
        if (!task.positionDeletes().isEmpty()) {
          deletesAtBase.put(task.file().filePath(), task.positionDeletes());
        }
      }
    }
    CompactionMap map = CompactionMap.of(table.name(), base.snapshotId(), groups);
    RewriteFiles operation =
        new RewriteFiles(
            snapshotOptions(),
            OptionalLong.of(base.snapshotId()),
            map.replacement(removed, added, deletesAtBase),
            List.of(),
            options.usesStartingSequenceNumber()
                ? OptionalLong.of(base.sequenceNumber())
                : OptionalLong.empty());
    try {
      return result.plus(table.commit(operation).snapshot().orElseThrow(), bytes);
    } catch (CommitStateUnknownException e) {
      throw e;
    } catch (FirnException e) {
      GroupsRun.remove(table, groups);
      throw e;
    }
  }
}

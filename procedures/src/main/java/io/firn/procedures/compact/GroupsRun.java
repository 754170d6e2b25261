package io.firn.procedures.compact;

import io.firn.maintenance.CompactionOptions;
import io.firn.maintenance.FileGroup;
import io.firn.procedures.groups.ConcurrentGroups;
import io.firn.procedures.progress.Progress;
import io.firn.table.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** Rewrites the groups of a compaction, some at a time, and tells how far it is. */
final class GroupsRun {
  private final GroupRewriter rewriter;
  private final Table table;
  private final CompactionOptions options;
  private final Progress progress;
  private final AtomicInteger begun = new AtomicInteger();

  GroupsRun(GroupRewriter rewriter, Table table, CompactionOptions options, Progress progress) {
    this.rewriter = rewriter;
    this.table = table;
    this.options = options;
    this.progress = progress;
  }

  /** Rewrites the groups of one commit; if one fails, the files of all of them are removed. */
  List<RewrittenGroup> rewrite(List<FileGroup> groups) {
    MapBudget budget = rewriter.mapBudget(groups);
    int atATime = Math.min(groups.size(), options.maxConcurrentGroups());
    return ConcurrentGroups.run(
            groups, options.maxConcurrentGroups(), group -> rewrite(group, budget, atATime))
        .orThrow("compact " + table.name(), done -> remove(table, done));
  }

  private RewrittenGroup rewrite(FileGroup group, MapBudget budget, int atATime) {
    RewrittenGroup rewritten = rewriter.rewrite(group, budget, atATime, jobName(group));
    progress.done(1, group.sizeBytes());
    return rewritten;
  }

  private String jobName(FileGroup group) {
    return progress
        .work()
        .jobName(
            "group %d of %d, %d files, partition %s"
                .formatted(
                    begun.incrementAndGet(),
                    progress.work().total(),
                    group.tasks().size(),
                    group.partition().partition()));
  }

  /** Removes the new files of groups that surely were not committed. */
  static void remove(Table table, List<RewrittenGroup> groups) {
    List<String> locations = new ArrayList<>();
    groups.forEach(group -> group.added().forEach(file -> locations.add(file.filePath())));
    table.storage().deleteAll(locations);
  }
}

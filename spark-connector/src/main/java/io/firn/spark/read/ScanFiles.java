package io.firn.spark.read;

import io.firn.expr.Binder;
import io.firn.expr.BoundPredicate;
import io.firn.expr.CaseSensitivity;
import io.firn.expr.Predicate;
import io.firn.expr.Projections;
import io.firn.expr.RowEvaluator;
import io.firn.model.TableMetadata;
import io.firn.partition.PartitionSpec;
import io.firn.scan.FileTask;
import io.firn.scan.PlannedScan;
import io.firn.types.Schema;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The files of a scan: planned when somebody asks, once, and fewer after runtime filters. */
final class ScanFiles {
  private final Supplier<PlannedScan> planner;
  private final Optional<Function<Predicate, PlannedScan>> withFilter;
  private @Nullable PlannedScan planned;
  private @Nullable List<FileTask> remaining;

  private ScanFiles(
      Supplier<PlannedScan> planner, Optional<Function<Predicate, PlannedScan>> withFilter) {
    this.planner = planner;
    this.withFilter = withFilter;
  }

  /** {@code withFilter} plans the same scan with one more filter. */
  ScanFiles(Supplier<PlannedScan> planner, Function<Predicate, PlannedScan> withFilter) {
    this(planner, Optional.of(withFilter));
  }

  /** Files that cannot be planned with one more filter. */
  static ScanFiles of(Supplier<PlannedScan> planner) {
    return new ScanFiles(planner, Optional.empty());
  }

  synchronized PlannedScan planned() {
    PlannedScan known = planned;
    if (known == null) {
      known = planner.get();
      planned = known;
    }
    return known;
  }

  synchronized boolean isPlanned() {
    return planned != null;
  }

  synchronized List<FileTask> tasks() {
    List<FileTask> known = remaining;
    return known == null ? planned().tasks() : known;
  }

  /** Keeps these files only. */
  synchronized void retainFiles(Set<String> locations) {
    remaining = tasks().stream().filter(t -> locations.contains(t.file().filePath())).toList();
  }

  /**
   * Keeps the files that can have a matching row by their column stats. Those are not kept with the
   * files, so that manifests are looked at again: as a rule the table still has them in memory.
   */
  synchronized void retainByStats(Predicate filter) {
    if (withFilter.isPresent() && tasks().size() > 1) {
      Set<String> matching = new HashSet<>();
      withFilter.get().apply(filter).tasks().forEach(task -> matching.add(task.file().filePath()));
      retainFiles(matching);
    }
  }

  /** Keeps the files in whose partitions a row can match. */
  synchronized void retainPartitions(
      Predicate filter, TableMetadata metadata, Schema schema, CaseSensitivity caseSensitivity) {
    BoundPredicate bound = Binder.bind(filter, schema, caseSensitivity);
    Map<Integer, RowEvaluator> evaluators = new HashMap<>();
    for (PartitionSpec spec : metadata.partitionSpecs()) {
      evaluators.put(spec.specId(), new RowEvaluator(Projections.inclusive(bound, schema, spec)));
    }
    List<FileTask> kept = new ArrayList<>();
    for (FileTask task : tasks()) {
      RowEvaluator evaluator = evaluators.get(task.file().specId());
      if (evaluator == null || evaluator.matches(task.file().partition())) {
        kept.add(task);
      }
    }
    remaining = List.copyOf(kept);
  }

  /** Whether both keep the same files, or nobody filtered either of them. */
  boolean sameRuntimeFilter(ScanFiles other) {
    return filtered().equals(other.filtered());
  }

  private synchronized Optional<List<FileTask>> filtered() {
    return Optional.ofNullable(remaining);
  }

  /** The first files that surely have that many rows, or all. */
  static List<FileTask> enoughFor(OptionalLong limit, List<FileTask> tasks) {
    if (limit.isEmpty()) {
      return tasks;
    }
    long rows = 0;
    for (int i = 0; i < tasks.size(); i++) {
      rows += tasks.get(i).minRows();
      if (rows >= limit.getAsLong()) {
        return tasks.subList(0, i + 1);
      }
    }
    return tasks;
  }
}

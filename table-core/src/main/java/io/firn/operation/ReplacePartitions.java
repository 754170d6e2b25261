package io.firn.operation;

import io.firn.conflict.Guard;
import io.firn.conflict.Scope;
import io.firn.expr.CaseSensitivity;
import io.firn.expr.Predicate;
import io.firn.model.DataFile;
import io.firn.model.SnapshotOperation;
import io.firn.model.TableChange;
import io.firn.model.TableMetadata;
import io.firn.partition.PartitionKey;
import io.firn.partition.PartitionSpec;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Replaces every partition that the new files touch: dynamic {@code INSERT OVERWRITE}. An
 * unpartitioned table is replaced whole.
 */
public record ReplacePartitions(
    SnapshotOptions options, List<DataFile> added, Validation validation) implements Operation {

  public ReplacePartitions {
    added = List.copyOf(added);
  }

  @Override
  public String name() {
    return "overwrite partitions";
  }

  /** Nothing is replaced when no file is added. */
  @Override
  public TableChange planOn(Planning planning) {
    if (added.isEmpty()) {
      return new TableChange(List.of(), List.of());
    }
    return SnapshotPlanner.plan(
        planning,
        SnapshotEdit.of(name(), SnapshotOperation.OVERWRITE, options)
            .adding(added, List.of())
            .removing(removal(planning.table()), SnapshotEdit.WhenMissing.IGNORE)
            .saying(Map.of("replace-partitions", "true")));
  }

  private Removal removal(TableMetadata table) {
    return replacesAll(table)
        ? Removal.matching(
            Predicate.ALWAYS_TRUE, CaseSensitivity.SENSITIVE, Removal.WhenPartlyMatching.INVALID)
        : Removal.partitions(partitions());
  }

  private boolean replacesAll(TableMetadata table) {
    return added.stream()
        .anyMatch(f -> table.spec(f.specId()).filter(PartitionSpec::isUnpartitioned).isPresent());
  }

  private Set<PartitionKey> partitions() {
    return added.stream()
        .map(f -> new PartitionKey(f.specId(), f.partition()))
        .collect(Collectors.toUnmodifiableSet());
  }

  @Override
  public List<Guard> guards() {
    return validation.guards(options.branch(), new Scope.Partitions(partitions()));
  }
}

package io.firn.operation;

import io.firn.error.InvalidInputException;
import io.firn.model.ManifestContent;
import io.firn.model.ManifestFile;
import io.firn.model.SnapshotOperation;
import io.firn.model.TableChange;
import io.firn.model.TableMetadata;
import io.firn.operation.manifests.ManifestRewrite;
import io.firn.operation.manifests.PartitionOrder;
import io.firn.partition.PartitionSpec;
import io.firn.scan.Tally;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Lists the files of the current snapshot in manifests of the size that the table wants, files of a
 * partition together, so that a scan opens few of them. No file is touched, and entries keep the
 * snapshot, the sequence numbers and the row ids of their files. Data manifests and delete
 * manifests are rewritten each among themselves; nothing is done where there is one manifest that
 * is small enough.
 *
 * <p>What it rewrites are the manifests that its first attempt finds. Those that are still there in
 * a later attempt are replaced, all others are kept: what others append meanwhile costs no second
 * rewrite, what they remove does.
 *
 * @param specId the partition spec whose manifests are rewritten; by default the current one
 * @param sortBy names of partition fields, by which files are brought together; by default all
 * @param tally is told how many files each attempt has to list, and how many it has listed
 */
public record RewriteManifests(
    SnapshotOptions options, OptionalInt specId, Optional<List<String>> sortBy, Tally tally)
    implements Operation {

  public RewriteManifests {
    sortBy = sortBy.map(List::copyOf);
    if (sortBy.isPresent() && sortBy.get().isEmpty()) {
      throw new InvalidInputException(
          "sort_by must not be empty when provided: name partition fields, or leave it out");
    }
  }

  /** Tells nobody how far it is. */
  public RewriteManifests(
      SnapshotOptions options, OptionalInt specId, Optional<List<String>> sortBy) {
    this(options, specId, sortBy, Tally.NOBODY);
  }

  @Override
  public String name() {
    return "rewrite manifests";
  }

  @Override
  public TableChange planOn(Planning planning) {
    TableMetadata table = planning.table();
    PartitionSpec spec = spec(table);
    Optional<PartitionOrder> order = order(spec, table);
    // Apache Iceberg's connector counts entries only where it rewrites without Spark.
    SnapshotEdit edit =
        SnapshotEdit.of(name(), SnapshotOperation.REPLACE, options)
            .saying(Map.of("entries-processed", "0"));
    return SnapshotPlanner.plan(
        planning,
        edit,
        (manifests, factory, step) -> {
          ManifestRewrite rewrite =
              new ManifestRewrite(factory, factory.targetSizeBytes(), order, tally);
          Set<String> chosen = step.chosen(() -> paths(ofSpec(manifests, spec)));
          return new Relisted(planning.tableName(), rewrite, step)
              .of(
                  manifests,
                  ofSpec(manifests, spec).stream()
                      .filter(m -> chosen.contains(m.manifestPath()))
                      .toList());
        });
  }

  private PartitionSpec spec(TableMetadata table) {
    int id = specId.orElse(table.defaultSpecId());
    return table
        .spec(id)
        .orElseThrow(
            () ->
                new InvalidInputException(
                    "Invalid spec id %d. The table has the partition specs %s"
                        .formatted(
                            id,
                            table.partitionSpecs().stream().map(PartitionSpec::specId).toList())));
  }

  private Optional<PartitionOrder> order(PartitionSpec spec, TableMetadata table) {
    PartitionOrder order =
        sortBy
            .map(fields -> PartitionOrder.of(spec, table.schema(), fields))
            .orElseGet(() -> PartitionOrder.of(spec, table.schema()));
    return spec.isUnpartitioned() ? Optional.empty() : Optional.of(order);
  }

  private static List<ManifestFile> ofSpec(List<ManifestFile> manifests, PartitionSpec spec) {
    return manifests.stream().filter(m -> m.partitionSpecId() == spec.specId()).toList();
  }

  private static Set<String> paths(List<ManifestFile> manifests) {
    return manifests.stream().map(ManifestFile::manifestPath).collect(Collectors.toSet());
  }

  /** One attempt. */
  private record Relisted(String tableName, ManifestRewrite rewrite, StepFiles step) {

    Optional<SnapshotPlanner.Manifests> of(List<ManifestFile> all, List<ManifestFile> chosen) {
      List<ManifestFile> replaced = new ArrayList<>();
      List<ManifestFile> manifests = new ArrayList<>();
      for (ManifestContent content : ManifestContent.values()) {
        List<ManifestFile> sources = chosen.stream().filter(m -> m.content() == content).toList();
        if (sources.size() > 1 || rewrite.wantedCount(sources) > 1) {
          manifests.addAll(step.rewritten(sources, () -> rewrite.write(sources)));
          replaced.addAll(sources);
        }
      }
      if (replaced.isEmpty()) {
        return Optional.empty();
      }
      requireSameFiles(replaced, manifests);
      Set<String> gone = paths(replaced);
      all.stream().filter(m -> !gone.contains(m.manifestPath())).forEach(manifests::add);
      return Optional.of(new SnapshotPlanner.Manifests(manifests, replaced.size()));
    }

    /** A manifest list that is wrong about its manifests is nothing to build on. */
    private void requireSameFiles(List<ManifestFile> replaced, List<ManifestFile> created) {
      long before = liveFiles(replaced);
      long after = liveFiles(created);
      if (before != after) {
        throw new InvalidInputException(
            ("Cannot rewrite manifests of %s: Replaced and created manifests must have the same"
                    + " number of active files: %d (new), %d (old). The manifest list is wrong")
                .formatted(tableName, after, before));
      }
    }

    private static long liveFiles(List<ManifestFile> manifests) {
      return manifests.stream()
          .mapToLong(m -> (long) m.addedFilesCount().orElse(0) + m.existingFilesCount().orElse(0))
          .sum();
    }
  }
}

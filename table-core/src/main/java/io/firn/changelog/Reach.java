package io.firn.changelog;

import io.firn.model.DataFile;
import io.firn.model.FileContent;
import io.firn.model.ManifestFile;
import io.firn.partition.PartitionKey;
import io.firn.partition.PartitionSpec;
import io.firn.scan.PartitionPresence;
import io.firn.scan.ScanFilters;
import io.firn.types.Schema;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Where deletes and data files meet: a delete has to lie in the partition of the data, unless it is
 * an equality delete of an unpartitioned spec, which meets all data. Not thread-safe while it is
 * made.
 */
final class Reach {
  private final ScanFilters filters;
  private final Set<PartitionKey> partitions = new HashSet<>();
  private final Set<String> dataFiles = new HashSet<>();
  private final Map<Integer, PartitionPresence> bySpecId = new HashMap<>();
  private boolean everywhere;

  private Reach(ScanFilters filters) {
    this.filters = filters;
  }

  /** Of deletes, to find the data that they may hit. */
  static Reach ofDeletes(Collection<DataFile> deletes, ScanFilters filters) {
    Reach reach = new Reach(filters);
    for (DataFile delete : deletes) {
      reach.partitions.add(key(delete));
      reach.everywhere |= reach.isGlobal(delete);
    }
    return reach.prepared();
  }

  /** Of data files, to find the deletes that may hit them. */
  static Reach ofData(Collection<DataFile> files, ScanFilters filters) {
    Reach reach = new Reach(filters);
    for (DataFile file : files) {
      reach.partitions.add(key(file));
      reach.dataFiles.add(file.filePath());
    }
    return reach.prepared();
  }

  private Reach prepared() {
    Schema schema = filters.request().schema();
    for (PartitionSpec spec : filters.request().metadata().partitionSpecs()) {
      bySpecId.put(spec.specId(), new PartitionPresence(spec, schema, partitions));
    }
    return this;
  }

  /** False only if no data file that the manifest lists is met. */
  boolean mayMeetData(ManifestFile manifest) {
    return everywhere || isPresent(manifest);
  }

  /** False only if no delete that the manifest lists meets one of the data files. */
  boolean mayMeetDeletes(ManifestFile manifest) {
    return filters.spec(manifest).isUnpartitioned() || isPresent(manifest);
  }

  /** False only if the delete meets none of the data files. */
  boolean mayMeet(DataFile delete) {
    Optional<String> named = delete.referencedDataFile();
    return named.isPresent()
        ? dataFiles.contains(named.get())
        : isGlobal(delete) || partitions.contains(key(delete));
  }

  private boolean isPresent(ManifestFile manifest) {
    PartitionPresence presence = bySpecId.get(manifest.partitionSpecId());
    return presence == null || presence.mayHold(manifest);
  }

  private boolean isGlobal(DataFile delete) {
    return delete.content() == FileContent.EQUALITY_DELETES
        && filters
            .request()
            .metadata()
            .spec(delete.specId())
            .map(PartitionSpec::isUnpartitioned)
            .orElse(true);
  }

  private static PartitionKey key(DataFile file) {
    return new PartitionKey(file.specId(), file.partition());
  }
}

package io.firn.operation.manifests;

import io.firn.codec.avro.ManifestReader;
import io.firn.model.ManifestEntry;
import io.firn.types.StructValue;
import java.util.Collections;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** How many live files a manifest has, in all and by partition where an order wants that. */
record Census(long files, SortedMap<StructValue, Long> partitions) {

  Census {
    partitions = Collections.unmodifiableSortedMap(partitions);
  }

  static Census of(ManifestReader manifest, Optional<PartitionOrder> order) {
    long files = 0;
    SortedMap<StructValue, Long> partitions =
        order
            .<SortedMap<StructValue, Long>>map(TreeMap::new)
            .orElseGet(Collections::emptySortedMap);
    for (ManifestEntry entry : manifest) {
      if (entry.isLive()) {
        files++;
        order.ifPresent(o -> partitions.merge(o.key(entry.file().partition()), 1L, Long::sum));
      }
    }
    return new Census(files, partitions);
  }
}

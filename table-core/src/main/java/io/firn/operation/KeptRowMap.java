package io.firn.operation;

import io.firn.codec.avro.ManifestListFile;
import io.firn.codec.avro.RowMapWriter;
import io.firn.io.OutputFile;
import io.firn.model.TableProperties;
import io.firn.rowmap.RowMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Where the row map of a snapshot is, if it was small enough to be kept. */
record KeptRowMap(Optional<String> location, Map<String, String> summary) {
  private static final Logger LOG = LoggerFactory.getLogger(KeptRowMap.class);

  KeptRowMap {
    summary = Map.copyOf(summary);
  }

  /** Writes the map, unless it is larger than the table wants it. */
  static KeptRowMap write(Planning planning, String operationName, RowMap map) {
    long limit =
        TableProperties.longValue(
            planning.table().properties(),
            TableProperties.ROW_MAP_MAX_BYTES,
            TableProperties.ROW_MAP_MAX_BYTES_DEFAULT);
    if (map.estimatedBytes() > limit) {
      String reason =
          "%d runs take about %d bytes, %s allows %d"
              .formatted(
                  map.runCount(), map.estimatedBytes(), TableProperties.ROW_MAP_MAX_BYTES, limit);
      LOG.info(
          "Not keeping the row map of {} to {}: {}", operationName, planning.tableName(), reason);
      return new KeptRowMap(Optional.empty(), RowMapSummary.none(reason));
    }
    OutputFile file = planning.files().newRowMap(planning.table());
    long bytes = RowMapWriter.write(file, map);
    return new KeptRowMap(
        Optional.of(file.location()), RowMapSummary.of(map, file.location(), bytes));
  }

  /** What the manifest list says of it. */
  Map<String, String> listHeader() {
    Map<String, String> header = new LinkedHashMap<>();
    location.ifPresent(place -> header.put(ManifestListFile.ROW_MAP_KEY, place));
    return header;
  }
}

package io.firn.operation;

import io.firn.model.Snapshot;
import io.firn.rowmap.RowMap;
import java.util.Map;

/** What a snapshot's summary tells people about its row map; programs ask the manifest list. */
public final class RowMapSummary {
  private static final String KIND = "row-map-kind";
  private static final String LOCATION = "row-map-location";

  private RowMapSummary() {}

  /** The rewrite left no map for this reason, which a conflict with it tells. */
  public static Map<String, String> none(String reason) {
    return Map.of(KIND, "none", Snapshot.ROW_MAP_REASON_KEY, reason);
  }

  /** Whether a snapshot with this summary was made with a row map. */
  public static boolean tellsOfMap(Map<String, String> summary) {
    return summary.containsKey(LOCATION);
  }

  static Map<String, String> of(RowMap map, String location, long bytes) {
    return Map.of(
        KIND,
        map.kind().text(),
        "row-map-runs",
        Long.toString(map.runCount()),
        "row-map-bytes",
        Long.toString(bytes),
        LOCATION,
        location);
  }
}

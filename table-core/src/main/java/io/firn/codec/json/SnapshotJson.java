package io.firn.codec.json;

import io.firn.model.Snapshot;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/** Snapshots as JSON (spec: Snapshots). */
final class SnapshotJson {
  private SnapshotJson() {}

  static void write(JsonOut out, Snapshot snapshot, UnknownFields unknown) {
    out.object(
        () -> {
          out.number("sequence-number", snapshot.sequenceNumber());
          out.number("snapshot-id", snapshot.snapshotId());
          out.number("parent-snapshot-id", snapshot.parentSnapshotId());
          out.number("timestamp-ms", snapshot.timestampMillis());
          if (!snapshot.summary().isEmpty()) {
            out.textMap("summary", snapshot.summary());
          }
          if (snapshot.manifestList().isPresent()) {
            out.text("manifest-list", snapshot.manifestList());
          } else {
            out.array("manifests", snapshot.manifests(), out::text);
          }
          out.number("schema-id", snapshot.schemaId());
          out.number("first-row-id", snapshot.firstRowId());
          out.number("added-rows", snapshot.addedRows());
          out.text("key-id", snapshot.keyId());
          unknown.write(out, path(snapshot.snapshotId()));
        });
  }

  /**
   * Snapshots from a table's v1 time have no sequence number, which means 0, and may list their
   * manifests themselves. A parent of -1 is none.
   */
  static Snapshot read(JsonObject object, Map<String, String> unknown) {
    long snapshotId = object.longValue("snapshot-id");
    Optional<String> manifestList = object.optionalText("manifest-list");
    List<String> manifests = object.elements("manifests", JsonObject::textOf);
    if (manifestList.isEmpty() && !object.has("manifests")) {
      throw new JsonShapeException(
          object.pointer(), "missing field manifest-list of snapshot " + snapshotId);
    }
    OptionalLong parent = object.optionalLong("parent-snapshot-id");
    Snapshot snapshot =
        new Snapshot(
            snapshotId,
            parent.isPresent() && parent.getAsLong() == -1 ? OptionalLong.empty() : parent,
            object.optionalLong("sequence-number").orElse(0),
            object.longValue("timestamp-ms"),
            object.textMap("summary"),
            manifestList,
            manifestList.isPresent() ? List.of() : manifests,
            object.optionalInt("schema-id"),
            object.optionalLong("first-row-id"),
            object.optionalLong("added-rows"),
            object.optionalText("key-id"));
    object.keepRest(path(snapshotId), unknown);
    return snapshot;
  }

  private static String path(long snapshotId) {
    return "/snapshots/" + snapshotId;
  }
}

package io.firn.codec.json;

import io.firn.model.MetadataLogEntry;
import io.firn.model.SnapshotLogEntry;
import java.util.Map;

/** Entries of {@code snapshot-log} and {@code metadata-log} (spec: Table Metadata Fields). */
final class LogJson {
  private LogJson() {}

  static void write(JsonOut out, SnapshotLogEntry entry, UnknownFields unknown) {
    out.object(
        () -> {
          out.number("timestamp-ms", entry.timestampMillis());
          out.number("snapshot-id", entry.snapshotId());
          unknown.write(out, path(entry));
        });
  }

  static SnapshotLogEntry readSnapshot(JsonObject object, Map<String, String> unknown) {
    SnapshotLogEntry entry =
        new SnapshotLogEntry(object.longValue("timestamp-ms"), object.longValue("snapshot-id"));
    object.keepRest(path(entry), unknown);
    return entry;
  }

  static void write(JsonOut out, MetadataLogEntry entry, UnknownFields unknown) {
    out.object(
        () -> {
          out.number("timestamp-ms", entry.timestampMillis());
          out.text("metadata-file", entry.metadataFile());
          unknown.write(out, path(entry));
        });
  }

  static MetadataLogEntry readMetadata(JsonObject object, Map<String, String> unknown) {
    MetadataLogEntry entry =
        new MetadataLogEntry(object.longValue("timestamp-ms"), object.text("metadata-file"));
    object.keepRest(path(entry), unknown);
    return entry;
  }

  private static String path(SnapshotLogEntry entry) {
    return "/snapshot-log/" + entry.timestampMillis() + "-" + entry.snapshotId();
  }

  private static String path(MetadataLogEntry entry) {
    return "/metadata-log/" + JsonObject.escape(entry.metadataFile());
  }
}

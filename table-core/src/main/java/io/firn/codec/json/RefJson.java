package io.firn.codec.json;

import io.firn.error.UnsupportedFeatureException;
import io.firn.model.SnapshotRef;
import io.firn.model.SnapshotRef.RefType;
import java.util.Locale;
import java.util.Map;

/** Branches and tags as JSON (spec: Snapshot References). */
final class RefJson {
  private RefJson() {}

  static void write(JsonOut out, String name, SnapshotRef ref, UnknownFields unknown) {
    out.object(
        name,
        () -> {
          out.number("snapshot-id", ref.snapshotId());
          out.text("type", ref.type().name().toLowerCase(Locale.ROOT));
          out.number("min-snapshots-to-keep", ref.minSnapshotsToKeep());
          out.number("max-snapshot-age-ms", ref.maxSnapshotAgeMillis());
          out.number("max-ref-age-ms", ref.maxRefAgeMillis());
          unknown.write(out, path(name));
        });
  }

  static SnapshotRef read(String name, JsonObject object, Map<String, String> unknown) {
    String type = object.text("type");
    SnapshotRef ref =
        new SnapshotRef(
            object.longValue("snapshot-id"),
            refType(name, type),
            object.optionalInt("min-snapshots-to-keep"),
            object.optionalLong("max-snapshot-age-ms"),
            object.optionalLong("max-ref-age-ms"));
    object.keepRest(path(name), unknown);
    return ref;
  }

  private static RefType refType(String name, String type) {
    return switch (type.toLowerCase(Locale.ROOT)) {
      case "branch" -> RefType.BRANCH;
      case "tag" -> RefType.TAG;
      default ->
          throw new UnsupportedFeatureException(
              "Snapshot reference '"
                  + name
                  + "' has the unknown type '"
                  + type
                  + "': only branch and tag are supported");
    };
  }

  private static String path(String name) {
    return "/refs/" + JsonObject.escape(name);
  }
}

package io.firn.catalog;

import io.firn.model.MetadataUpdate;
import io.firn.model.Requirement;
import io.firn.model.TableChange;
import io.firn.types.Field;
import io.firn.types.Schema;
import io.firn.types.SimpleType;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** Small changes for tests that are about the pointer, not about what it points to. */
public final class Changes {
  private Changes() {}

  /** A table of format version 2 with the columns {@code id} and {@code name}. */
  public static TableChange create(String location, UUID uuid, Map<String, String> properties) {
    Schema schema =
        Schema.of(
            Field.required(1, "id", SimpleType.LONG), Field.optional(2, "name", SimpleType.STRING));
    return new TableChange(
        List.of(new Requirement.AssertCreate()),
        List.of(
            new MetadataUpdate.AssignUuid(uuid),
            new MetadataUpdate.UpgradeFormatVersion(2),
            new MetadataUpdate.SetLocation(location),
            new MetadataUpdate.AddSchema(schema),
            new MetadataUpdate.SetCurrentSchema(MetadataUpdate.LAST_ADDED),
            new MetadataUpdate.SetProperties(properties)));
  }

  public static TableChange set(String key, String value) {
    return new TableChange(
        List.of(), List.of(new MetadataUpdate.SetProperties(Map.of(key, value))));
  }
}

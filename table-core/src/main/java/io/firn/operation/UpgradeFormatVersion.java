package io.firn.operation;

import io.firn.model.TableChange;
import io.firn.model.TableProperties;
import java.util.Map;
import java.util.Set;

/** Raises the format version of a table to 2 or 3; it can never go back. */
public record UpgradeFormatVersion(int formatVersion) implements Operation {

  @Override
  public String name() {
    return "upgrade format version";
  }

  @Override
  public TableChange planOn(Planning planning) {
    String version = String.valueOf(formatVersion);
    return new UpdateProperties(Map.of(TableProperties.FORMAT_VERSION, version), Set.of())
        .planOn(planning);
  }
}

package io.firn.delta;

import io.firn.io.Storage;
import java.util.Map;

/**
 * The table that a Delta table is to become.
 *
 * @param name the full name, for messages
 * @param properties those that its user and its catalog want, {@code format-version} among them
 */
public record ImportTarget(
    String name, String location, Storage storage, Map<String, String> properties) {

  public ImportTarget {
    properties = Map.copyOf(properties);
  }
}

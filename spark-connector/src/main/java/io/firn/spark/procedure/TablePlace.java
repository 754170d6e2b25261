package io.firn.spark.procedure;

import io.firn.io.Storage;
import java.util.Map;

/**
 * What a catalog says of a table that does not exist yet.
 *
 * @param name the full name, for messages
 * @param location where it is to be
 * @param properties the given ones, with the catalog's defaults and overrides
 */
public record TablePlace(
    String name, String location, Map<String, String> properties, Storage storage) {

  public TablePlace {
    properties = Map.copyOf(properties);
  }
}

package io.firn.operation;

import static io.firn.model.TableProperties.FOLDER_STORAGE_PATH;
import static io.firn.model.TableProperties.LOCATION_PROVIDER_IMPL;
import static io.firn.model.TableProperties.OBJECT_STORE_ENABLED;
import static io.firn.model.TableProperties.OBJECT_STORE_ENABLED_DEFAULT;
import static io.firn.model.TableProperties.OBJECT_STORE_PARTITIONED_PATHS;
import static io.firn.model.TableProperties.OBJECT_STORE_PARTITIONED_PATHS_DEFAULT;
import static io.firn.model.TableProperties.OBJECT_STORE_PATH;
import static io.firn.model.TableProperties.WRITE_DATA_PATH;
import static io.firn.model.TableProperties.booleanValue;

import io.firn.error.InvalidInputException;
import io.firn.error.UnsupportedFeatureException;
import io.firn.partition.BucketTransform;
import io.firn.types.SimpleType;
import java.util.Map;

/**
 * Where new data and delete files of a table go: {@code <data path>/<partition path>/<file>}, or
 * with {@code write.object-storage.enabled} below directories that come from a hash of the name, so
 * that an object store spreads its load.
 */
public final class DataLocations {
  private static final int HASH_BITS = 20;

  private final String dataPath;
  private final boolean hashed;
  private final boolean partitionedPaths;
  private final String context;

  /**
   * @throws UnsupportedFeatureException if the table names a location provider class
   * @throws InvalidInputException if the table still has one of the retired path properties
   */
  public DataLocations(String tableLocation, Map<String, String> properties) {
    refuse(tableLocation, properties);
    String location = withoutSlash(tableLocation);
    dataPath = withoutSlash(properties.getOrDefault(WRITE_DATA_PATH, location + "/data"));
    hashed = booleanValue(properties, OBJECT_STORE_ENABLED, OBJECT_STORE_ENABLED_DEFAULT);
    partitionedPaths =
        booleanValue(
            properties, OBJECT_STORE_PARTITIONED_PATHS, OBJECT_STORE_PARTITIONED_PATHS_DEFAULT);
    context = dataPath.startsWith(location + "/") ? "" : tableContext(location);
  }

  private static void refuse(String tableLocation, Map<String, String> properties) {
    if (properties.containsKey(LOCATION_PROVIDER_IMPL)) {
      throw new UnsupportedFeatureException(
          "Cannot write to the table at "
              + tableLocation
              + ": "
              + LOCATION_PROVIDER_IMPL
              + "="
              + properties.get(LOCATION_PROVIDER_IMPL)
              + " is not supported; unset it to use the standard layout");
    }
    for (String retired : new String[] {OBJECT_STORE_PATH, FOLDER_STORAGE_PATH}) {
      if (properties.containsKey(retired)) {
        throw new InvalidInputException(
            "Cannot write to the table at "
                + tableLocation
                + ": the property "
                + retired
                + " is retired; use "
                + WRITE_DATA_PATH);
      }
    }
  }

  /** The location of a new file; {@code partitionPath} is empty for an unpartitioned one. */
  public String newFile(String partitionPath, String fileName) {
    String relative = partitionPath.isEmpty() ? fileName : partitionPath + "/" + fileName;
    if (!hashed) {
      return dataPath + "/" + relative;
    }
    String name = partitionedPaths ? relative : fileName;
    String bits = bits(name);
    if (!partitionedPaths) {
      return dataPath + "/" + context + bits + "-" + name;
    }
    return dataPath + "/" + directories(bits) + "/" + context + name;
  }

  private static String bits(String name) {
    int hash = BucketTransform.hash(SimpleType.STRING).applyAsInt(name);
    String binary = Integer.toBinaryString(hash | Integer.MIN_VALUE);
    return binary.substring(binary.length() - HASH_BITS);
  }

  private static String directories(String bits) {
    return String.join(
        "/", bits.substring(0, 4), bits.substring(4, 8), bits.substring(8, 12), bits.substring(12));
  }

  /**
   * The last two names of the table's location, which tell whose files lie in a shared data path.
   */
  private static String tableContext(String location) {
    int last = location.lastIndexOf('/');
    int secondLast = last < 0 ? -1 : location.lastIndexOf('/', last - 1);
    return location.substring(secondLast + 1) + "/";
  }

  private static String withoutSlash(String location) {
    return location.endsWith("/") ? location.substring(0, location.length() - 1) : location;
  }
}

package io.firn.maintenance.orphans;

import java.util.HashMap;
import java.util.Map;

/**
 * Schemes and authorities that mean the same as others. A key may name several, separated by
 * commas: {@code s3n,s3a -> s3}, which always holds unless it is given otherwise.
 */
public final class EqualPrefixes {
  private static final Map<String, String> SCHEMES_DEFAULT = Map.of("s3n", "s3", "s3a", "s3");

  private final Map<String, String> schemes = new HashMap<>(SCHEMES_DEFAULT);
  private final Map<String, String> authorities = new HashMap<>();

  public EqualPrefixes(Map<String, String> schemes, Map<String, String> authorities) {
    put(schemes, this.schemes);
    put(authorities, this.authorities);
  }

  /** Nothing but what always holds. */
  public static EqualPrefixes standard() {
    return new EqualPrefixes(Map.of(), Map.of());
  }

  private static void put(Map<String, String> given, Map<String, String> into) {
    given.forEach(
        (keys, value) -> {
          for (String key : keys.split(",", -1)) {
            into.put(key.trim(), value.trim());
          }
        });
  }

  /** The location with the one scheme and authority that stand for all equal ones. */
  FileAddress address(String location) {
    FileAddress address = FileAddress.of(location);
    return new FileAddress(
        schemes.getOrDefault(address.scheme(), address.scheme()),
        authorities.getOrDefault(address.authority(), address.authority()),
        address.path());
  }
}

package io.firn.maintenance.orphans;

/**
 * A location in its three parts; scheme and authority are empty where it has none. Repeated slashes
 * of the path count as one, and nothing is percent-decoded, as in Hadoop's paths.
 */
record FileAddress(String scheme, String authority, String path) {

  static FileAddress of(String location) {
    int start = 0;
    String scheme = "";
    int colon = location.indexOf(':');
    int slash = location.indexOf('/');
    if (colon > 0 && (slash < 0 || colon < slash)) {
      scheme = location.substring(0, colon);
      start = colon + 1;
    }
    String authority = "";
    if (location.startsWith("//", start)) {
      int end = location.indexOf('/', start + 2);
      end = end < 0 ? location.length() : end;
      authority = location.substring(start + 2, end);
      start = end;
    }
    return new FileAddress(scheme, authority, withoutRepeatedSlashes(location.substring(start)));
  }

  private static String withoutRepeatedSlashes(String path) {
    if (!path.contains("//")) {
      return path;
    }
    StringBuilder text = new StringBuilder(path.length());
    for (int i = 0; i < path.length(); i++) {
      char c = path.charAt(i);
      if (c != '/' || text.length() == 0 || text.charAt(text.length() - 1) != '/') {
        text.append(c);
      }
    }
    return text.toString();
  }

  /**
   * 64 bits of the path. Two paths of a table with the same ones are not to be expected; if there
   * are, an orphan file is taken for one that is reached, and stays.
   */
  long pathHash() {
    long hash = 0x9E3779B97F4A7C15L;
    for (int i = 0; i < path.length(); i++) {
      hash = (hash ^ path.charAt(i)) * 0xBF58476D1CE4E5B9L;
      hash ^= hash >>> 29;
    }
    hash *= 0x94D049BB133111EBL;
    return hash ^ (hash >>> 31);
  }
}

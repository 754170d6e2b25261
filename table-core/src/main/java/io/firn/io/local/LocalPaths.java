package io.firn.io.local;

import io.firn.error.InvalidInputException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.regex.Pattern;

/**
 * Locations of the local file system: plain paths and {@code file:} URIs with one or three slashes.
 * As in Hadoop's paths, nothing in them is percent-decoded.
 */
final class LocalPaths {
  private static final String SCHEME = "file:";
  private static final Pattern OTHER_SCHEME = Pattern.compile("[a-zA-Z][a-zA-Z0-9+.-]+:.*");

  private LocalPaths() {}

  static Path path(String location) {
    if (location.isEmpty()) {
      throw new InvalidInputException("The location of a file is empty");
    }
    try {
      return Path.of(withoutScheme(location)).toAbsolutePath();
    } catch (InvalidPathException e) {
      throw new InvalidInputException(
          "Not a path of the local file system: " + location + " (" + e.getReason() + ")", e);
    }
  }

  private static String withoutScheme(String location) {
    if (!location.startsWith(SCHEME)) {
      if (OTHER_SCHEME.matcher(location).matches()) {
        throw new InvalidInputException(
            "Not a location of the local file system (a path or a file: URI): " + location);
      }
      return location;
    }
    String rest = location.substring(SCHEME.length());
    if (!rest.startsWith("//")) {
      return rest;
    }
    int slash = rest.indexOf('/', 2);
    String host = slash < 0 ? rest.substring(2) : rest.substring(2, slash);
    if (slash < 0 || !(host.isEmpty() || host.equals("localhost"))) {
      throw new InvalidInputException(
          "A file: location has no host; write file:/path or file:///path instead of " + location);
    }
    return rest.substring(slash);
  }

  /** The file in which Hadoop's checksummed local file system keeps the checksums of a file. */
  static Path checksumsOf(Path file) {
    return file.resolveSibling("." + file.getFileName() + ".crc");
  }

  static boolean isChecksums(Path file) {
    String name = file.getFileName().toString();
    return name.startsWith(".") && name.endsWith(".crc");
  }
}

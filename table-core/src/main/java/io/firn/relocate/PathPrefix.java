package io.firn.relocate;

import io.firn.error.InvalidInputException;
import java.util.function.UnaryOperator;

/**
 * What the paths of a table begin with, and what those of its copy begin with instead; both end
 * with a slash.
 */
public record PathPrefix(String source, String target) implements UnaryOperator<String> {

  /**
   * @throws InvalidInputException if one is empty, or both are the same
   */
  public PathPrefix {
    if (source.isBlank() || target.isBlank()) {
      throw new InvalidInputException(
          "Source prefix('%s') and target prefix('%s') cannot be empty.".formatted(source, target));
    }
    source = withSlash(source);
    target = withSlash(target);
    if (source.equals(target)) {
      throw new InvalidInputException(
          "Source prefix cannot be the same as target prefix (%s)".formatted(source));
    }
  }

  static String withSlash(String directory) {
    return directory.endsWith("/") ? directory : directory + "/";
  }

  /**
   * The path in the copy.
   *
   * @throws InvalidInputException if it does not begin with the source prefix
   */
  @Override
  public String apply(String path) {
    if (withSlash(path).equals(source)) {
      return path.endsWith("/") ? target : target.substring(0, target.length() - 1);
    }
    return target + relative(path);
  }

  /** The path without the source prefix. */
  String relative(String path) {
    if (!path.startsWith(source)) {
      throw new InvalidInputException(
          "Path %s does not start with %s: all files of a table that is to be copied must lie under the source prefix"
              .formatted(path, source));
    }
    return path.substring(source.length());
  }
}

package io.firn.imports;

import io.firn.io.FileEntry;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A directory of data files with what its path or its catalog says of them: the texts of the
 * partition columns by their names, in order. An empty text is a null.
 */
public record SourceDirectory(
    String location, Map<String, Optional<String>> partition, List<FileEntry> files) {
  /** How Hive and Spark write a null partition value. */
  public static final String NULL_TEXT = "__HIVE_DEFAULT_PARTITION__";

  public SourceDirectory {
    partition = Collections.unmodifiableMap(new LinkedHashMap<>(partition));
    files = List.copyOf(files);
  }

  /** The partition value of such a text. */
  public static Optional<String> value(String text) {
    return text.equals(NULL_TEXT) ? Optional.empty() : Optional.of(text);
  }
}

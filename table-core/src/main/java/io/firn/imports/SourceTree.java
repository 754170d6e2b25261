package io.firn.imports;

import io.firn.error.InvalidInputException;
import io.firn.error.MissingFileException;
import io.firn.io.FileEntry;
import io.firn.io.Storage;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Lists the data files of a directory tree as Spark would read it: directories {@code name=value}
 * are partitions; names that begin with a dot or an underscore are hidden; and without partitions
 * only the files directly in the root count.
 */
public final class SourceTree {
  private final Storage storage;

  public SourceTree(Storage storage) {
    this.storage = storage;
  }

  /**
   * The files directly in a directory, without partition values, in order of their names.
   *
   * @throws MissingFileException if there is no such directory
   */
  public SourceDirectory flat(String directory) {
    String root = root(directory);
    List<FileEntry> files = new ArrayList<>();
    try (Stream<FileEntry> below = storage.list(root)) {
      below
          .filter(file -> file.location().indexOf('/', root.length() + 1) < 0)
          .filter(file -> !isHidden(nameOf(file)))
          .forEach(files::add);
    }
    return new SourceDirectory(root, Map.of(), sorted(files));
  }

  /**
   * The partitions below a directory, in order of their paths; the directory itself if it has no
   * partitions.
   *
   * @throws MissingFileException if there is no such directory
   * @throws InvalidInputException if the partitions disagree on their columns, or files lie outside
   *     of them
   */
  public List<SourceDirectory> partitions(String directory) {
    String root = root(directory);
    Map<String, List<FileEntry>> byDirectory = new TreeMap<>();
    try (Stream<FileEntry> below = storage.list(root)) {
      below
          .filter(file -> isVisible(file, root))
          .forEach(
              file -> byDirectory.computeIfAbsent(parent(file), d -> new ArrayList<>()).add(file));
    }
    List<SourceDirectory> partitions = new ArrayList<>();
    List<SourceDirectory> outside = new ArrayList<>();
    byDirectory.forEach(
        (path, files) -> {
          SourceDirectory one = new SourceDirectory(path, values(path, root), sorted(files));
          (one.partition().isEmpty() ? outside : partitions).add(one);
        });
    if (partitions.isEmpty()) {
      return List.of(
          new SourceDirectory(root, Map.of(), sorted(byDirectory.getOrDefault(root, List.of()))));
    }
    requireAgreement(root, partitions, outside);
    return partitions;
  }

  private static void requireAgreement(
      String root, List<SourceDirectory> partitions, List<SourceDirectory> outside) {
    if (!outside.isEmpty()) {
      throw new InvalidInputException(
          "Cannot tell the partition of "
              + outside.get(0).files().get(0).location()
              + ": other files of "
              + root
              + " lie in partition directories, such as "
              + partitions.get(0).location());
    }
    List<String> columns = List.copyOf(partitions.get(0).partition().keySet());
    for (SourceDirectory other : partitions) {
      if (!List.copyOf(other.partition().keySet()).equals(columns)) {
        throw new InvalidInputException(
            "The directories of "
                + root
                + " disagree on the partition columns: "
                + partitions.get(0).location()
                + " and "
                + other.location());
      }
    }
  }

  private String root(String directory) {
    String root = storage.qualified(directory);
    if (!storage.directoryExists(root)) {
      throw new MissingFileException("There is no directory " + root);
    }
    return root.endsWith("/") ? root.substring(0, root.length() - 1) : root;
  }

  private static List<FileEntry> sorted(List<FileEntry> files) {
    return files.stream().sorted((a, b) -> a.location().compareTo(b.location())).toList();
  }

  private static String nameOf(FileEntry file) {
    return file.location().substring(file.location().lastIndexOf('/') + 1);
  }

  private static String parent(FileEntry file) {
    return file.location().substring(0, file.location().lastIndexOf('/'));
  }

  private static boolean isVisible(FileEntry file, String root) {
    String[] names = file.location().substring(root.length() + 1).split("/", -1);
    for (int i = 0; i < names.length - 1; i++) {
      if (isHidden(names[i]) && !names[i].contains("=")) {
        return false;
      }
    }
    return !isHidden(names[names.length - 1]);
  }

  private static boolean isHidden(String name) {
    return name.startsWith(".") || name.startsWith("_");
  }

  /** The pairs that end the path, or end it but for directories of other names. */
  private static Map<String, Optional<String>> values(String path, String root) {
    List<String> pairs = new ArrayList<>();
    String[] names =
        path.equals(root) ? new String[0] : path.substring(root.length() + 1).split("/", -1);
    for (int i = names.length - 1; i >= 0; i--) {
      if (names[i].indexOf('=') > 0) {
        pairs.add(0, names[i]);
      } else if (!pairs.isEmpty()) {
        break;
      }
    }
    Map<String, Optional<String>> values = new LinkedHashMap<>();
    for (String pair : pairs) {
      int equals = pair.indexOf('=');
      values.put(
          unescaped(pair.substring(0, equals)),
          SourceDirectory.value(unescaped(pair.substring(equals + 1))));
    }
    return values;
  }

  /** Hive's escaping: a percent sign and two hexadecimal digits for a character. */
  private static String unescaped(String text) {
    if (text.indexOf('%') < 0) {
      return text;
    }
    StringBuilder result = new StringBuilder();
    for (int i = 0; i < text.length(); i++) {
      int code =
          text.charAt(i) == '%' && i + 2 < text.length()
              ? hex(text.charAt(i + 1)) * 16 + hex(text.charAt(i + 2))
              : -1;
      if (code >= 0) {
        result.append((char) code);
        i += 2;
      } else {
        result.append(text.charAt(i));
      }
    }
    return result.toString();
  }

  /** Far below zero for what is no digit. */
  private static int hex(char c) {
    int digit = Character.digit(c, 16);
    return digit < 0 ? -1000 : digit;
  }
}

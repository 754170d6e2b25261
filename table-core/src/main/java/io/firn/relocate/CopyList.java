package io.firn.relocate;

import io.firn.error.StorageException;
import io.firn.io.OutputFile;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/**
 * The list of files to copy, as a CSV file: what to copy and where to, once a file. Paths with a
 * comma, a quote or a line break are quoted. For many threads.
 */
final class CopyList implements AutoCloseable {
  private final String location;
  private final Optional<Writer> writer;
  private final Set<String> listed = new HashSet<>();

  private CopyList(String location, Optional<Writer> writer) {
    this.location = location;
    this.writer = writer;
  }

  static CopyList create(OutputFile file) {
    return new CopyList(
        file.location(),
        Optional.of(
            new BufferedWriter(new OutputStreamWriter(file.create(), StandardCharsets.UTF_8))));
  }

  /** A list that nobody wants. */
  static CopyList none(String instead) {
    return new CopyList(instead, Optional.empty());
  }

  String location() {
    return location;
  }

  synchronized void add(String source, String target) {
    if (writer.isEmpty() || !listed.add(source)) {
      return;
    }
    try {
      writer.get().write(quoted(source) + "," + quoted(target) + "\n");
    } catch (IOException e) {
      throw failed(e);
    }
  }

  private static String quoted(String path) {
    boolean plain = path.chars().noneMatch(c -> c == ',' || c == '"' || c == '\n' || c == '\r');
    return plain ? path : '"' + path.replace("\"", "\"\"") + '"';
  }

  @Override
  public void close() {
    try {
      if (writer.isPresent()) {
        writer.get().close();
      }
    } catch (IOException e) {
      throw failed(e);
    }
  }

  private StorageException failed(IOException e) {
    return new StorageException("Cannot write " + location + ": " + e.getMessage(), e);
  }
}

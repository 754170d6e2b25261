package io.firn.it.move;

import io.firn.it.Lakes;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.apache.spark.sql.Row;

/** What {@code rewrite_table_path} staged, to be copied to where it belongs. */
record CopiedTable(Row result, String target) {
  static final String NAMESPACE = "copies_with_a_longer_name_than_that_of_the_source";

  /** Calls the procedure of the catalog on a table of {@code lake}; options come after commas. */
  static CopiedTable stage(String catalog, String table, String target, String options) {
    String source = location(table);
    Row result =
        Lakes.sql(
                "CALL %s.system.rewrite_table_path(table => '%s', source_prefix => '%s', target_prefix => '%s'%s)"
                    .formatted(catalog, table, source, target, options))
            .get(0);
    return new CopiedTable(result, target);
  }

  static String location(String table) {
    return Lakes.session().conf().get("spark.sql.catalog.lake.warehouse")
        + "/"
        + table.replace('.', '/');
  }

  List<String> lines() {
    try {
      return Files.readAllLines(Path.of(plain(result.getString(1))));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The places in the target, relative to it, but for files that only Firn writes. */
  Set<String> places() {
    Set<String> places = new TreeSet<>();
    for (String line : lines()) {
      String place = line.substring(line.indexOf(',') + 1);
      if (!place.contains("row-map")) {
        places.add(place.substring(target.length()));
      }
    }
    return places;
  }

  CopiedTable copy() {
    try {
      for (String line : lines()) {
        String[] pair = line.split(",");
        Path to = Path.of(plain(pair[1]));
        Files.createDirectories(to.getParent());
        Files.copy(Path.of(plain(pair[0])), to, StandardCopyOption.REPLACE_EXISTING);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return this;
  }

  static String plain(String path) {
    return path.startsWith("file:") ? path.substring("file:".length()) : path;
  }

  /** The copy as a catalog names it. */
  String in(String catalog) {
    return catalog + "." + NAMESPACE + target.substring(target.lastIndexOf('/')).replace('/', '.');
  }
}

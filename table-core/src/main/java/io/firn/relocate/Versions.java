package io.firn.relocate;

import io.firn.catalog.StoredMetadata;
import io.firn.catalog.TableState;
import io.firn.error.InvalidInputException;
import io.firn.error.MissingFileException;
import io.firn.io.Storage;
import io.firn.model.MetadataLogEntry;
import io.firn.model.TableMetadata;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The metadata files to copy: from the one after {@code start} on, or the oldest in the log, to
 * {@code endLocation}, which comes first.
 */
record Versions(
    String endLocation, TableMetadata end, Optional<TableMetadata> start, List<String> locations) {

  /**
   * @throws InvalidInputException if the table has no such versions, or not in this order
   * @throws MissingFileException if one of the files is gone
   */
  static Versions of(
      Storage storage,
      String tableName,
      TableState state,
      Optional<String> startVersion,
      Optional<String> endVersion) {
    String current =
        state
            .metadataLocation()
            .orElseThrow(
                () ->
                    new InvalidInputException("The table " + tableName + " has no metadata file"));
    String end =
        endVersion.map(name -> find(tableName, state.metadata(), current, name)).orElse(current);
    Optional<String> start =
        startVersion.map(name -> find(tableName, state.metadata(), current, name));
    TableMetadata endMetadata =
        end.equals(current) ? state.metadata() : StoredMetadata.read(storage, tableName, end);
    List<String> locations = new ArrayList<>(List.of(end));
    boolean complete = start.isEmpty();
    List<MetadataLogEntry> log = endMetadata.metadataLog();
    for (int i = log.size() - 1; i >= 0; i--) {
      if (start.isPresent() && log.get(i).metadataFile().equals(start.get())) {
        complete = true;
        break;
      }
      locations.add(log.get(i).metadataFile());
    }
    if (!complete) {
      throw new InvalidInputException(
          "Cannot copy %s from version %s to %s: the first must be an earlier one in the metadata log of the second"
              .formatted(tableName, startVersion.orElse(""), name(end)));
    }
    for (String location : locations) {
      if (!storage.newInputFile(location).exists()) {
        throw new MissingFileException(
            "Cannot copy " + tableName + ": Version file " + location + " does not exist");
      }
    }
    return new Versions(
        end,
        endMetadata,
        start.map(location -> StoredMetadata.read(storage, tableName, location)),
        List.copyOf(locations));
  }

  /** By the name of the file. */
  private static String find(
      String tableName, TableMetadata metadata, String current, String version) {
    return Stream.concat(
            Stream.of(current), metadata.metadataLog().stream().map(MetadataLogEntry::metadataFile))
        .filter(location -> name(location).equals(version))
        .findFirst()
        .orElseThrow(
            () ->
                new InvalidInputException(
                    "Cannot find provided version file %s in metadata log of %s; give the name of a file, as in v3.metadata.json"
                        .formatted(version, tableName)));
  }

  static String name(String location) {
    return location.substring(location.lastIndexOf('/') + 1);
  }
}

package io.firn.maintenance.orphans;

import io.firn.catalog.TableState;
import io.firn.error.InvalidInputException;
import io.firn.error.NotFoundException;
import io.firn.io.FileEntry;
import io.firn.io.Storage;
import io.firn.model.TableProperties;
import io.firn.table.Table;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Files that were written long ago and that no state of the table reaches: what died writers and
 * interrupted deletions left. Deletes nothing itself.
 *
 * <p>Everything is looked at before the first file is named: if a manifest is missing or damaged, a
 * location belongs to another table, or schemes or authorities contradict, there is an error and no
 * file. Right before that the table is read again, so that what was committed meanwhile stays.
 *
 * <p>Memory grows with the files that are reached by some 25 bytes a file, and with the orphan
 * files only where they are asked for all at once.
 */
public final class OrphanFiles {
  private final Table table;
  private final Request request;
  private final String location;
  private final TableReach reach;

  /**
   * What is searched.
   *
   * @param location the directory, by default the table's
   * @param olderThanMillis files that were changed before this time, in milliseconds since the
   *     epoch
   * @param fileList the files to look at, old ones only, in place of those in the directory
   */
  public record Request(
      Optional<String> location,
      long olderThanMillis,
      Optional<Supplier<Stream<String>>> fileList,
      EqualPrefixes equal,
      PrefixMismatch mismatch) {}

  private OrphanFiles(Table table, Request request) {
    this.table = table;
    this.request = request;
    this.location = withoutSlash(request.location().orElse(table.metadata().location()));
    this.reach = new TableReach(table.storage(), request.equal());
  }

  /**
   * Prepares a search.
   *
   * @throws InvalidInputException if the table's files are not to be deleted
   */
  public static OrphanFiles of(Table table, Request request) {
    if (!TableProperties.booleanValue(
        table.metadata().properties(),
        TableProperties.GC_ENABLED,
        TableProperties.GC_ENABLED_DEFAULT)) {
      throw new InvalidInputException(
          ("Cannot delete orphan files of %s: GC is disabled (deleting files may corrupt other"
                  + " tables). The table property gc.enabled is false")
              .formatted(table.name()));
    }
    return new OrphanFiles(table, request);
  }

  /** All of them. */
  public List<String> all() {
    List<String> found = new ArrayList<>();
    search(found::add);
    lookAgain();
    found.removeIf(reach.files()::contains);
    return found;
  }

  /**
   * Gives all of them to the action, so many at a time; looks through the files twice, and holds a
   * group of them. The action may delete them.
   */
  public void each(int groupSize, Consumer<List<String>> action) {
    search(file -> {});
    lookAgain();
    List<String> group = new ArrayList<>();
    search(
        file -> {
          group.add(file);
          if (group.size() == groupSize) {
            action.accept(List.copyOf(group));
            group.clear();
          }
        });
    if (!group.isEmpty()) {
      action.accept(List.copyOf(group));
    }
  }

  private void lookAgain() {
    TableState now = table.store().reload(table.state());
    if (!now.metadata().tableUuid().equals(table.metadata().tableUuid())) {
      throw new NotFoundException(
          "Cannot remove orphan files of "
              + table.name()
              + ": it was replaced by another table meanwhile");
    }
    reach.add(now);
  }

  private void search(Consumer<String> action) {
    reach.add(table.state());
    OtherTables others = new OtherTables(table, location, reach.metadataFiles());
    if (request.location().isPresent()) {
      others.requireNoneAbove();
    }
    Set<String> conflicts = new TreeSet<>();
    try (Stream<String> candidates = candidates(others)) {
      for (Iterator<String> files = candidates.iterator(); files.hasNext(); ) {
        String file = files.next();
        if (reach.files().contains(file)) {
          continue;
        }
        Set<String> mismatches = reach.files().mismatches(file);
        if (mismatches.isEmpty() || request.mismatch() == PrefixMismatch.DELETE) {
          action.accept(file);
        }
        conflicts.addAll(mismatches);
      }
    }
    if (request.mismatch() == PrefixMismatch.ERROR && !conflicts.isEmpty()) {
      throw conflicting(conflicts);
    }
  }

  /** Files that could be orphan files. */
  private Stream<String> candidates(OtherTables others) {
    if (request.fileList().isPresent()) {
      String below = location + "/";
      return request.fileList().get().get().filter(f -> f.startsWith(below)).peek(others::require);
    }
    Storage storage = table.storage();
    String directory = storage.qualified(location);
    if (request.location().isPresent() && !storage.directoryExists(directory)) {
      throw new NotFoundException(
          "Cannot remove orphan files of %s: there is no directory %s"
              .formatted(table.name(), location));
    }
    HiddenFiles hidden = new HiddenFiles(table.metadata());
    int stem = directory.endsWith("/") ? directory.length() : directory.length() + 1;
    return storage
        .list(directory)
        .filter(file -> !hidden.test(file.location().substring(stem)))
        .peek(file -> others.require(file.location()))
        .filter(file -> file.modifiedMillis() < request.olderThanMillis())
        .map(FileEntry::location);
  }

  private InvalidInputException conflicting(Set<String> conflicts) {
    return new InvalidInputException(
        ("Cannot remove orphan files of %s, and removed none: Unable to determine whether certain files"
                + " are orphan. The table reaches files of the same paths under other schemes or"
                + " authorities. Say which are equal by equal_schemes and equal_authorities; or set"
                + " prefix_mismatch_mode to IGNORE, and these files stay, or to DELETE, if you are"
                + " certain that they are others. Conflicting authorities/schemes (the table's, the"
                + " file's): %s")
            .formatted(table.name(), conflicts));
  }

  private static String withoutSlash(String location) {
    return location.length() > 1 && location.endsWith("/")
        ? location.substring(0, location.length() - 1)
        : location;
  }
}

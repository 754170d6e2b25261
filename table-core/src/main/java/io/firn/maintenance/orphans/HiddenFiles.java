package io.firn.maintenance.orphans;

import io.firn.model.TableMetadata;
import io.firn.partition.PartitionField;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Files that are not the table's business: those whose name, or that of a directory above them,
 * begins with an underscore or a dot. Directories of partition fields with such a name are an
 * exception.
 */
final class HiddenFiles implements Predicate<String> {
  private final Set<String> partitionPrefixes;

  HiddenFiles(TableMetadata table) {
    this.partitionPrefixes =
        table.partitionSpecs().stream()
            .flatMap(spec -> spec.fields().stream())
            .map(PartitionField::name)
            .filter(HiddenFiles::isHiddenName)
            .map(name -> name + "=")
            .collect(Collectors.toSet());
  }

  /** Whether the file is hidden, given its path below the directory that is searched. */
  @Override
  public boolean test(String relativePath) {
    for (int start = 0; start < relativePath.length(); ) {
      int end = relativePath.indexOf('/', start);
      end = end < 0 ? relativePath.length() : end;
      String name = relativePath.substring(start, end);
      if (isHiddenName(name) && partitionPrefixes.stream().noneMatch(name::startsWith)) {
        return true;
      }
      start = end + 1;
    }
    return false;
  }

  private static boolean isHiddenName(String name) {
    return name.startsWith("_") || name.startsWith(".");
  }
}

package io.firn.imports;

import io.firn.error.InvalidInputException;
import io.firn.model.TableMetadata;
import io.firn.partition.IdentityTransform;
import io.firn.partition.PartitionSpec;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The partition spec that files of another table fit, by the names of their partition columns. */
public final class SpecMatch {
  private SpecMatch() {}

  /**
   * The first spec of the table whose fields are exactly these columns, in this order, whatever the
   * case, and untransformed.
   *
   * @throws InvalidInputException if there is none
   */
  public static PartitionSpec find(TableMetadata table, String tableName, List<String> columns) {
    List<String> wanted = lowerCase(columns);
    return table.partitionSpecs().stream()
        .sorted(Comparator.comparingInt(PartitionSpec::specId))
        .filter(
            spec ->
                spec.fields().stream().allMatch(f -> f.transform() instanceof IdentityTransform))
        .filter(spec -> lowerCase(names(spec)).equals(wanted))
        .findFirst()
        .orElseThrow(
            () ->
                new InvalidInputException(
                    "Cannot find a partition spec of "
                        + tableName
                        + " that has exactly the partition columns of the source, untransformed: "
                        + columns
                        + ". The current one is "
                        + names(table.spec())));
  }

  /**
   * Refuses a filter that is not on partition columns of the spec.
   *
   * @throws InvalidInputException naming the columns
   */
  public static void requireFilterFits(
      PartitionSpec spec, Map<String, String> filter, String tableName) {
    if (filter.isEmpty()) {
      return;
    }
    if (spec.fields().isEmpty()) {
      throw new InvalidInputException(
          "Cannot use partition filter with an unpartitioned table " + tableName);
    }
    List<String> columns = names(spec);
    List<String> others = new ArrayList<>(filter.keySet());
    others.removeAll(columns);
    if (!others.isEmpty()) {
      throw new InvalidInputException(
          "Cannot add files to target table "
              + tableName
              + ": the partition filter refers to columns that are not partitioned: "
              + others
              + ". Valid partition columns: "
              + columns);
    }
  }

  private static List<String> names(PartitionSpec spec) {
    return spec.fields().stream().map(f -> f.name()).toList();
  }

  private static List<String> lowerCase(List<String> names) {
    return names.stream().map(name -> name.toLowerCase(Locale.ROOT)).toList();
  }
}

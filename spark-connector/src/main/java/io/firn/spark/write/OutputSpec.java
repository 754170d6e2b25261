package io.firn.spark.write;

import io.firn.error.InvalidInputException;
import io.firn.error.UnsupportedFeatureException;
import io.firn.partition.PartitionField;
import io.firn.partition.PartitionSpec;
import io.firn.partition.UnknownTransform;
import io.firn.table.Table;
import java.util.OptionalInt;

/** The partition spec that new files get: the one that an option names, else the table's. */
public final class OutputSpec {
  private OutputSpec() {}

  /**
   * The spec with the id.
   *
   * @throws InvalidInputException if the table has no such spec
   * @throws UnsupportedFeatureException if a field's transform is not known
   */
  public static PartitionSpec of(Table table, OptionalInt outputSpecId) {
    int specId = outputSpecId.orElse(table.metadata().defaultSpecId());
    PartitionSpec spec =
        table
            .metadata()
            .spec(specId)
            .orElseThrow(
                () ->
                    new InvalidInputException(
                        "The option output-spec-id=%d names no partition spec of %s: it has %s"
                            .formatted(
                                specId,
                                table.name(),
                                table.metadata().partitionSpecs().stream()
                                    .map(PartitionSpec::specId)
                                    .toList())));
    for (PartitionField field : spec.fields()) {
      if (field.transform() instanceof UnknownTransform) {
        throw new UnsupportedFeatureException(
            "Cannot write to %s: its partition field %s has the transform %s, which this version"
                    .formatted(table.name(), field.name(), field.transform())
                + " does not know");
      }
    }
    return spec;
  }
}

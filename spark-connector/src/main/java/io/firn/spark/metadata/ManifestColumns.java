package io.firn.spark.metadata;

import io.firn.model.FieldSummary;
import io.firn.model.ManifestContent;
import io.firn.model.ManifestFile;
import io.firn.partition.PartitionField;
import io.firn.partition.PartitionSpec;
import io.firn.types.Field;
import io.firn.types.ListType;
import io.firn.types.PrimitiveType;
import io.firn.types.SimpleType;
import io.firn.types.SingleValue;
import io.firn.types.StructType;
import io.firn.types.StructValue;
import io.firn.types.Type;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The columns of {@code manifests} and {@code all_manifests}. */
final class ManifestColumns {
  private static final StructType SUMMARY =
      StructType.of(
          Field.required(1, "contains_null", SimpleType.BOOLEAN),
          Field.optional(2, "contains_nan", SimpleType.BOOLEAN),
          Field.optional(3, "lower_bound", SimpleType.STRING),
          Field.optional(4, "upper_bound", SimpleType.STRING));

  private ManifestColumns() {}

  /** A manifest, and the snapshot whose manifest list names it. */
  record Listed(ManifestFile manifest, long snapshotId) {}

  static Columns<Listed> ofTable(TableFacts facts) {
    return ofManifest(facts).build();
  }

  static Columns<Listed> ofAllTable(TableFacts facts) {
    return ofManifest(facts)
        .required("reference_snapshot_id", SimpleType.LONG, Listed::snapshotId)
        .optional(
            "key_metadata",
            SimpleType.BINARY,
            listed -> Values.orNull(listed.manifest().keyMetadata()))
        .build();
  }

  private static Columns.Builder<Listed> ofManifest(TableFacts facts) {
    Columns.Builder<Listed> columns = Columns.builder();
    columns
        .required("content", SimpleType.INT, of(manifest -> manifest.content().id()))
        .required("path", SimpleType.STRING, of(ManifestFile::manifestPath))
        .required("length", SimpleType.LONG, of(ManifestFile::manifestLength))
        .required("partition_spec_id", SimpleType.INT, of(ManifestFile::partitionSpecId))
        .required("added_snapshot_id", SimpleType.LONG, of(ManifestFile::addedSnapshotId));
    addCounts(columns, "data", ManifestContent.DATA);
    addCounts(columns, "delete", ManifestContent.DELETES);
    return columns.required(
        "partition_summaries",
        new ListType(0, true, SUMMARY),
        of(manifest -> summaries(facts, manifest)));
  }

  private static void addCounts(
      Columns.Builder<Listed> columns, String what, ManifestContent content) {
    columns
        .required(
            "added_" + what + "_files_count",
            SimpleType.INT,
            count(content, ManifestFile::addedFilesCount))
        .required(
            "existing_" + what + "_files_count",
            SimpleType.INT,
            count(content, ManifestFile::existingFilesCount))
        .required(
            "deleted_" + what + "_files_count",
            SimpleType.INT,
            count(content, ManifestFile::deletedFilesCount));
  }

  private static Function<Listed, Object> count(
      ManifestContent content, Function<ManifestFile, OptionalInt> count) {
    return of(
        manifest ->
            manifest.content() == content ? Values.orZero(count.apply(manifest)) : (Object) 0);
  }

  private static Function<Listed, Object> of(Function<ManifestFile, Object> value) {
    return listed -> value.apply(listed.manifest());
  }

  private static Object summaries(TableFacts facts, ManifestFile manifest) {
    List<StructValue> summaries = new ArrayList<>();
    PartitionSpec spec = facts.spec(manifest.partitionSpecId());
    StructType tuple = spec.partitionType(facts.allColumns());
    List<FieldSummary> stored = manifest.partitions().orElse(List.of());
    for (int i = 0; i < stored.size() && i < tuple.fields().size(); i++) {
      FieldSummary summary = stored.get(i);
      PartitionField field = spec.fields().get(i);
      Type source =
          facts.allColumns().field(field.sourceId()).map(Field::type).orElse(SimpleType.UNKNOWN);
      Type type = tuple.fields().get(i).type();
      summaries.add(
          StructValue.of(
              summary.containsNull(),
              summary.containsNan().orElse(null),
              text(field, source, type, summary.lowerBound()),
              text(field, source, type, summary.upperBound())));
    }
    return summaries;
  }

  private static @Nullable String text(
      PartitionField field, Type source, Type type, Optional<ByteBuffer> bound) {
    if (bound.isEmpty() || type == SimpleType.UNKNOWN) {
      return null;
    }
    Object value = SingleValue.fromBytes((PrimitiveType) type, bound.get());
    return field.transform().humanString(source, value);
  }
}

package io.firn.spark.metadata;

import io.firn.model.DataFile;
import io.firn.model.ManifestEntry;
import io.firn.types.SimpleType;

/** The columns of {@code entries} and {@code all_entries}. */
final class EntryColumns {
  private EntryColumns() {}

  static Columns<ManifestEntry> of(TableFacts facts) {
    Columns<DataFile> file = FileColumns.ofFile(facts).build();
    ReadableMetrics metrics = new ReadableMetrics(facts.schema());
    return Columns.<ManifestEntry>builder()
        .required("status", SimpleType.INT, entry -> entry.status().id())
        .optional("snapshot_id", SimpleType.LONG, entry -> Values.orNull(entry.snapshotId()))
        .optional(
            "sequence_number", SimpleType.LONG, entry -> Values.orNull(entry.sequenceNumber()))
        .optional(
            "file_sequence_number",
            SimpleType.LONG,
            entry -> Values.orNull(entry.fileSequenceNumber()))
        .required("data_file", file.struct(), entry -> file.value(entry.file()))
        .optional(
            FileColumns.READABLE_METRICS, metrics.type(), entry -> metrics.of(entry.file()))
        .build();
  }
}

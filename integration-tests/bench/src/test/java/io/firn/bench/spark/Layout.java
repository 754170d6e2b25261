package io.firn.bench.spark;

import java.util.Map;
import java.util.Optional;

/** How a table keeps the changes of DELETE, UPDATE and MERGE. */
enum Layout {
  COPY_ON_WRITE("copy-on-write"),
  V2("v2"),
  V3("v3");

  private final String label;

  Layout(String label) {
    this.label = label;
  }

  String label() {
    return label;
  }

  /** Empty if the engine has it. */
  Optional<String> missingIn(Engine engine) {
    return switch (engine) {
      case FIRN, ICEBERG -> Optional.empty();
      case DELTA ->
          this == V2 ? Optional.of("Delta has no position delete files") : Optional.empty();
      case PARQUET -> Optional.of("plain Parquet has no row-level changes");
    };
  }

  Map<String, String> properties(Engine engine) {
    String mode = this == COPY_ON_WRITE ? "copy-on-write" : "merge-on-read";
    return switch (engine) {
      case FIRN, ICEBERG ->
          Map.of(
              "format-version", this == V3 ? "3" : "2",
              "write.delete.mode", mode,
              "write.update.mode", mode,
              "write.merge.mode", mode);
      case DELTA -> Map.of("delta.enableDeletionVectors", String.valueOf(this == V3));
      case PARQUET -> Map.of();
    };
  }
}

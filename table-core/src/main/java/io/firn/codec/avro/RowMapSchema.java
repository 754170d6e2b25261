package io.firn.codec.avro;

import org.apache.avro.Schema;
import org.apache.avro.SchemaBuilder;

/** The Avro schema of row map files: one record a source file. */
final class RowMapSchema {
  static final Schema SOURCE_FILE = sourceFile();

  private RowMapSchema() {}

  private static Schema sourceFile() {
    Schema run =
        SchemaBuilder.record("run")
            .fields()
            .requiredLong("skip")
            .requiredLong("length")
            .endRecord();
    Schema segment =
        SchemaBuilder.record("segment")
            .fields()
            .requiredInt("target")
            .requiredLong("target_start")
            .name("runs")
            .type(Schema.createArray(run))
            .noDefault()
            .endRecord();
    return SchemaBuilder.record("source_file")
        .fields()
        .requiredString("path")
        .requiredLong("record_count")
        .name("segments")
        .type(Schema.createArray(segment))
        .noDefault()
        .endRecord();
  }
}

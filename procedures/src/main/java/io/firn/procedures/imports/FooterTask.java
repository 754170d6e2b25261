package io.firn.procedures.imports;

import io.firn.codec.json.SchemaJson;
import io.firn.codec.json.SpecJson;
import io.firn.error.MissingFileException;
import io.firn.imports.FileDescription;
import io.firn.model.DataFile;
import io.firn.model.TableMetadata;
import io.firn.partition.PartitionSpec;
import io.firn.scan.Workers;
import io.firn.spark.wire.DataFileBytes;
import io.firn.spark.wire.WireConf;
import io.firn.types.Schema;
import java.io.Serializable;
import java.util.List;
import java.util.Optional;

/** Reads the footers of some files on an executor. */
final class FooterTask implements Serializable {
  private static final long serialVersionUID = 1L;

  private final FileDescription description;
  private final WireConf conf;
  private final String schema;
  private final int specId;
  private final String specFields;
  private final int threads;
  private final boolean missingFilesLeftOut;

  FooterTask(
      TableMetadata table,
      PartitionSpec spec,
      WireConf conf,
      int threads,
      WhenMissing whenMissing) {
    this.description = new FileDescription(table);
    this.conf = conf;
    this.schema = SchemaJson.write(table.schema());
    this.specId = spec.specId();
    this.specFields = SpecJson.writeFields(spec);
    this.threads = threads;
    this.missingFilesLeftOut = whenMissing == WhenMissing.LEAVE_OUT;
  }

  DataFileBytes.PartitionTypes partitionTypes() {
    Schema columns = SchemaJson.parse(schema);
    return new DataFileBytes.PartitionTypes(
        columns, List.of(SpecJson.parseFields(specId, specFields)));
  }

  /** The files of which only the listing is known, as bytes, described. */
  byte[] run(byte[] listed) {
    DataFileBytes.PartitionTypes types = partitionTypes();
    FileDescription.Reader reader = description.reader(conf.storage());
    List<DataFile> described =
        new Workers(threads)
            .map(DataFileBytes.read(listed, types), file -> describe(reader, file)).stream()
                .flatMap(Optional::stream)
                .toList();
    return DataFileBytes.write(described, types);
  }

  private Optional<DataFile> describe(FileDescription.Reader reader, DataFile file) {
    try {
      return Optional.of(reader.describe(file));
    } catch (MissingFileException e) {
      if (missingFilesLeftOut) {
        return Optional.empty();
      }
      throw e;
    }
  }
}

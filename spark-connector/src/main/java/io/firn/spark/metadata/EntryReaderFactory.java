package io.firn.spark.metadata;

import io.firn.codec.avro.ManifestProjection;
import io.firn.codec.avro.ManifestReader;
import io.firn.io.hadoop.HadoopStorage;
import io.firn.model.DataFile;
import io.firn.model.FileContent;
import io.firn.model.ManifestEntry;
import io.firn.model.ManifestFile;
import io.firn.spark.wire.WireConf;
import java.util.Arrays;
import java.util.Iterator;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.connector.read.InputPartition;
import org.apache.spark.sql.connector.read.PartitionReader;
import org.apache.spark.sql.connector.read.PartitionReaderFactory;

/** Reads the rows of {@code files}, {@code entries} and their like, one manifest at a time. */
final class EntryReaderFactory implements PartitionReaderFactory {
  private static final long serialVersionUID = 1L;
  private static final Set<String> STATS_COLUMNS =
      Set.of(
          FileColumns.READABLE_METRICS,
          "data_file",
          "column_sizes",
          "value_counts",
          "null_value_counts",
          "nan_value_counts",
          "lower_bounds",
          "upper_bounds");

  private final WireConf conf;
  private final WireTable table;
  private final MetadataTableKind kind;
  private final String[] columns;

  EntryReaderFactory(
      WireConf conf, WireTable table, MetadataTableKind kind, String[] columns) {
    this.conf = conf;
    this.table = table;
    this.kind = kind;
    this.columns = columns;
  }

  @Override
  public PartitionReader<InternalRow> createReader(InputPartition partition) {
    ManifestFile manifest = ((ManifestPartition) partition).manifest();
    boolean stats = Arrays.stream(columns).anyMatch(STATS_COLUMNS::contains);
    ManifestReader entries =
        ManifestReader.open(
            new HadoopStorage(conf.value())
                .newInputFile(manifest.manifestPath(), manifest.manifestLength()),
            manifest,
            stats ? ManifestProjection.allStats() : ManifestProjection.noStats());
    Function<ManifestEntry, InternalRow> toRow = toRow();
    Stream<ManifestEntry> wanted =
        StreamSupport.stream(entries.spliterator(), false).filter(filter());
    Iterator<InternalRow> rows = wanted.map(toRow).iterator();
    return new RowsReader(rows, entries::close);
  }

  private Function<ManifestEntry, InternalRow> toRow() {
    TableFacts facts = table.facts();
    if (isEntries()) {
      Columns<ManifestEntry> wanted = EntryColumns.of(facts).only(columns);
      return wanted::row;
    }
    Columns<DataFile> wanted = FileColumns.ofTable(facts).only(columns);
    return entry -> wanted.row(entry.file());
  }

  private boolean isEntries() {
    return kind == MetadataTableKind.ENTRIES || kind == MetadataTableKind.ALL_ENTRIES;
  }

  private Predicate<ManifestEntry> filter() {
    return switch (kind) {
      case ENTRIES, ALL_ENTRIES -> entry -> true;
      case DATA_FILES, ALL_DATA_FILES ->
          entry -> entry.isLive() && entry.file().content() == FileContent.DATA;
      case DELETE_FILES, ALL_DELETE_FILES ->
          entry -> entry.isLive() && entry.file().content() != FileContent.DATA;
      default -> ManifestEntry::isLive;
    };
  }
}

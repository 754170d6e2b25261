package io.firn.procedures.imports;

import io.firn.error.UnsupportedFeatureException;
import io.firn.imports.SourceDirectory;
import io.firn.imports.SourceTree;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.apache.spark.sql.catalyst.catalog.CatalogTable;
import org.apache.spark.sql.catalyst.catalog.CatalogTablePartition;
import org.apache.spark.sql.catalyst.catalog.CatalogUtils;
import scala.Option;
import scala.jdk.javaapi.CollectionConverters;

/** A Parquet table of Spark's own catalog, with the partitions that the catalog knows. */
final class TableSource implements ImportSource {
  private final CatalogTable table;
  private final List<String> partitionColumns;
  private final List<SourceDirectory> directories;

  private TableSource(
      CatalogTable table, List<String> partitionColumns, List<SourceDirectory> directories) {
    this.table = table;
    this.partitionColumns = partitionColumns;
    this.directories = directories;
  }

  /** {@code partitions} are all partitions of the table. */
  static TableSource of(CatalogTable table, List<CatalogTablePartition> partitions) {
    List<String> columns =
        List.copyOf(CollectionConverters.asJava(table.partitionColumnNames().toSeq()));
    requireParquet(table, Option.empty());
    List<SourceDirectory> directories = new ArrayList<>();
    if (columns.isEmpty()) {
      directories.add(
          new SourceDirectory(CatalogUtils.URIToString(table.location()), Map.of(), List.of()));
    }
    for (CatalogTablePartition partition : partitions) {
      requireParquet(table, partition.storage().serde());
      directories.add(
          new SourceDirectory(
              CatalogUtils.URIToString(partition.location()),
              values(columns, partition),
              List.of()));
    }
    return new TableSource(table, columns, List.copyOf(directories));
  }

  private static Map<String, Optional<String>> values(
      List<String> columns, CatalogTablePartition partition) {
    Map<String, String> spec = CollectionConverters.asJava(partition.spec());
    Map<String, Optional<String>> values = new LinkedHashMap<>();
    for (String column : columns) {
      values.put(column, Optional.ofNullable(spec.get(column)).flatMap(SourceDirectory::value));
    }
    return values;
  }

  private static void requireParquet(CatalogTable table, Option<String> partitionSerde) {
    String format =
        known(partitionSerde)
            .or(() -> known(table.storage().serde()))
            .orElseGet(() -> table.provider().getOrElse(() -> "unknown"));
    if (!format.toLowerCase(Locale.ROOT).contains("parquet")) {
      throw new UnsupportedFeatureException(
          "Cannot take in the files of "
              + table.identifier().unquotedString()
              + " as they are: their format is "
              + format
              + ", and only Parquet can be read. Copy the rows with INSERT INTO ... SELECT");
    }
  }

  private static Optional<String> known(Option<String> serde) {
    String text = serde.getOrElse(() -> "").toLowerCase(Locale.ROOT);
    boolean isKnown = text.contains("parquet") || text.contains("avro") || text.contains("orc");
    return isKnown ? Optional.of(text) : Optional.empty();
  }

  @Override
  public String name() {
    return table.identifier().unquotedString();
  }

  CatalogTable table() {
    return table;
  }

  @Override
  public boolean isDirectory() {
    return false;
  }

  @Override
  public List<String> partitionColumns() {
    return partitionColumns;
  }

  @Override
  public List<SourceDirectory> directories() {
    return directories;
  }

  @Override
  public SourceDirectory listed(SourceTree tree, SourceDirectory directory) {
    SourceDirectory found = tree.flat(directory.location());
    return new SourceDirectory(found.location(), directory.partition(), found.files());
  }
}

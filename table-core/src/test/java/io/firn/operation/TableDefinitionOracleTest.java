package io.firn.operation;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.firn.codec.json.LayoutJson;
import io.firn.codec.json.RandomSchemas;
import io.firn.codec.json.SchemaJson;
import io.firn.model.SortOrder;
import io.firn.model.TableMetadata;
import io.firn.partition.PartitionSpec;
import io.firn.types.Field;
import io.firn.types.Schema;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.iceberg.PartitionSpecParser;
import org.apache.iceberg.SortOrderParser;
import org.apache.iceberg.Table;
import org.apache.iceberg.catalog.Catalog;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.inmemory.InMemoryCatalog;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tables created and replaced by Firn and by Iceberg get the same ids and properties. */
@Tag("iceberg-oracle")
final class TableDefinitionOracleTest {
  private static final int TABLES = 15;
  private static final int REPLACEMENTS = 6;

  @ParameterizedTest
  @ValueSource(ints = {2, 3})
  void createdAndReplacedTablesAreTheSame(int formatVersion) throws Exception {
    try (InMemoryCatalog catalog = IcebergTables.catalog()) {
      for (int i = 0; i < TABLES; i++) {
        run(catalog, 50_000L * formatVersion + i, formatVersion);
      }
    }
  }

  private static void run(InMemoryCatalog catalog, long seed, int formatVersion) {
    RandomSchemas schemas = new RandomSchemas(seed, formatVersion);
    Schema schema = schemas.schema(100);
    TableDefinition definition = definition(schemas, schema, formatVersion, 0);
    TableIdentifier name = TableIdentifier.of("db", "t" + seed);
    Table table = builder(catalog, name, definition).create();
    TableMetadata theirs = IcebergTables.metadata(table);
    TableMetadata ours =
        IcebergTables.created(
            new CreateTable(theirs.tableUuid(), theirs.location() + "/", definition));
    assertSame(theirs, ours, "seed " + seed + ", " + definition);
    for (int i = 1; i <= REPLACEMENTS; i++) {
      schema = changed(schemas, schema, 1_000 * i);
      TableDefinition next = definition(schemas, schema, formatVersion, i);
      TableMetadata base = IcebergTables.metadata(table);
      builder(catalog, name, next).replaceTransaction().commitTransaction();
      theirs = IcebergTables.metadata(table);
      ours = IcebergTables.after(base, new ReplaceTable(Optional.empty(), next, Optional.empty()));
      assertSame(theirs, ours, "seed " + seed + ", replacement " + i + ", " + next);
    }
  }

  /** Drops columns, adds columns of new names, and shuffles; never another type for a name. */
  private static Schema changed(RandomSchemas schemas, Schema schema, int firstId) {
    List<Field> fields = new ArrayList<>(schema.fields());
    fields.removeIf(f -> schemas.random().nextInt(4) == 0);
    Collections.shuffle(fields, schemas.random());
    Schema grown = schemas.grown(new Schema(0, fields), firstId);
    return schemas.grown(grown, firstId + 100);
  }

  private static TableDefinition definition(
      RandomSchemas schemas, Schema schema, int formatVersion, int round) {
    PartitionSpec spec = schemas.spec(schema, 0, 1000);
    SortOrder order = schemas.order(schema, 1);
    Map<String, String> properties = new HashMap<>();
    properties.put("round", String.valueOf(round));
    if (round == 0 || schemas.random().nextBoolean()) {
      properties.put("format-version", String.valueOf(formatVersion));
    }
    if (round == 2) {
      properties.put("write.parquet.compression-codec", "snappy");
    }
    return new TableDefinition(schema, spec, order, properties);
  }

  private static Catalog.TableBuilder builder(
      InMemoryCatalog catalog, TableIdentifier name, TableDefinition definition) {
    org.apache.iceberg.Schema schema = IcebergTables.schema(definition.schema());
    return catalog
        .buildTable(name, schema)
        .withPartitionSpec(
            PartitionSpecParser.fromJson(schema, LayoutJson.write(definition.spec())))
        .withSortOrder(SortOrderParser.fromJson(schema, LayoutJson.write(definition.sortOrder())))
        .withProperties(definition.properties());
  }

  private static void assertSame(TableMetadata theirs, TableMetadata ours, String what) {
    assertEquals(SchemaJson.write(theirs.schema()), SchemaJson.write(ours.schema()), what);
    assertEquals(theirs.schemas(), ours.schemas(), what);
    assertEquals(theirs.lastColumnId(), ours.lastColumnId(), what);
    assertEquals(theirs.partitionSpecs(), ours.partitionSpecs(), what);
    assertEquals(theirs.defaultSpecId(), ours.defaultSpecId(), what);
    assertEquals(theirs.lastPartitionId(), ours.lastPartitionId(), what);
    assertEquals(theirs.sortOrders(), ours.sortOrders(), what);
    assertEquals(theirs.defaultSortOrderId(), ours.defaultSortOrderId(), what);
    assertEquals(theirs.properties(), ours.properties(), what);
    assertEquals(theirs.location(), ours.location(), what);
    assertEquals(theirs.formatVersion(), ours.formatVersion(), what);
    assertEquals(theirs.tableUuid(), ours.tableUuid(), what);
  }
}

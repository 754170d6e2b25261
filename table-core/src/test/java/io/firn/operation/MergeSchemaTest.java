package io.firn.operation;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.firn.codec.json.RandomSchemas;
import io.firn.codec.json.SchemaJson;
import io.firn.error.InvalidInputException;
import io.firn.expr.CaseSensitivity;
import io.firn.model.SortOrder;
import io.firn.model.TableMetadata;
import io.firn.partition.PartitionSpec;
import io.firn.types.DecimalType;
import io.firn.types.Field;
import io.firn.types.ListType;
import io.firn.types.MapType;
import io.firn.types.Schema;
import io.firn.types.SimpleType;
import io.firn.types.StructType;
import io.firn.types.Type;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.UUID;
import org.apache.iceberg.Table;
import org.apache.iceberg.UpdateSchema;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.inmemory.InMemoryCatalog;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Random rows into random tables: Firn and Iceberg refuse both, or make the same schema. */
@Tag("iceberg-oracle")
final class MergeSchemaTest {
  private static final int TABLES = 150;

  @Test
  void icebergsUnionByNameGivesTheSameSchema() throws Exception {
    int changed = 0;
    int refused = 0;
    try (InMemoryCatalog catalog = IcebergTables.catalog()) {
      for (int i = 0; i < TABLES; i++) {
        long seed = 770_000L + i;
        RandomSchemas schemas = new RandomSchemas(seed, 2);
        Schema schema = new Schema(0, schemas.schema(1).fields());
        Table table =
            catalog.createTable(TableIdentifier.of("db", "u" + seed), IcebergTables.schema(schema));
        TableMetadata base = IcebergTables.metadata(table);
        StructType rows = new Rows(schemas.random()).like(base.schema().struct());
        String what = "seed " + seed + ": " + base.schema() + " with rows " + rows;
        CaseSensitivity names =
            i % 2 == 0 ? CaseSensitivity.SENSITIVE : CaseSensitivity.INSENSITIVE;
        String ours = firn(base, rows, names);
        String theirs = iceberg(table, rows, names);
        assertEquals(theirs.isEmpty(), ours.isEmpty(), what + "\n" + theirs + "\n" + ours);
        assertEquals(theirs, ours, what);
        changed += theirs.isEmpty() || theirs.equals(text(base.schema())) ? 0 : 1;
        refused += theirs.isEmpty() ? 1 : 0;
      }
    }
    System.out.println("changed " + changed + ", refused " + refused + " of " + TABLES);
    assertEquals(true, changed > 60 && refused > 5, "both outcomes are frequent");
  }

  /** Empty if refused. */
  private static String firn(TableMetadata base, StructType rows, CaseSensitivity names) {
    try {
      MergeSchema merge = new MergeSchema(rows, names);
      String planned = text(IcebergTables.after(base, merge).schema());
      assertEquals(text(merge.appliedTo(base)), planned);
      return planned;
    } catch (InvalidInputException e) {
      return "";
    }
  }

  private static String iceberg(Table table, StructType rows, CaseSensitivity names) {
    org.apache.iceberg.Schema theirRows = IcebergTables.schema(new Schema(0, rows.fields()));
    UpdateSchema update = table.updateSchema().caseSensitive(names == CaseSensitivity.SENSITIVE);
    try {
      update.unionByNameWith(theirRows).commit();
    } catch (IllegalArgumentException | IllegalStateException e) {
      return "";
    }
    return text(IcebergTables.metadata(table).schema());
  }

  private static String text(Schema schema) {
    return SchemaJson.write(schema.withSchemaId(0));
  }

  @Test
  void bothWritersMayBringTheSameColumn() {
    Schema schema = Schema.of(Field.optional(1, "id", SimpleType.INT));
    TableMetadata base =
        IcebergTables.created(
            new CreateTable(
                new UUID(0, 1),
                "memory:/t",
                new TableDefinition(
                    schema, PartitionSpec.unpartitioned(), SortOrder.unsorted(), Map.of())));
    MergeSchema merge =
        new MergeSchema(
            StructType.of(Field.optional(99, "v", SimpleType.STRING)), CaseSensitivity.SENSITIVE);
    TableMetadata after = IcebergTables.after(base, merge);
    assertEquals(
        "struct<1: id: optional int, 2: v: optional string>", after.schema().struct().toString());
    assertEquals(after, IcebergTables.after(after, merge));
  }

  /** Rows similar to a table: fields left out, added, shuffled, of other types or nullability. */
  private static final class Rows {
    private final Random random;
    private int lastId = 100_000;
    private int added;

    Rows(Random random) {
      this.random = random;
    }

    StructType like(StructType table) {
      List<Field> fields = new ArrayList<>();
      for (Field field : table.fields()) {
        if (random.nextInt(6) > 0) {
          boolean required = random.nextInt(8) == 0 ? !field.required() : field.required();
          fields.add(
              new Field(
                  ++lastId,
                  field.name(),
                  required,
                  likeType(field.type()),
                  random.nextInt(4) == 0 ? Optional.of("doc " + lastId) : field.doc(),
                  Optional.empty(),
                  Optional.empty()));
        }
      }
      if (random.nextInt(2) == 0) {
        Type type =
            random.nextBoolean()
                ? SimpleType.DATE
                : StructType.of(Field.optional(++lastId, "x", SimpleType.LONG));
        fields.add(Field.optional(++lastId, "added" + ++added, type));
      }
      if (fields.isEmpty()) {
        fields.add(Field.optional(++lastId, "only" + ++added, SimpleType.LONG));
      }
      Collections.shuffle(fields, random);
      return new StructType(fields);
    }

    private Type likeType(Type type) {
      if (type instanceof StructType struct) {
        return like(struct);
      }
      if (type instanceof ListType list) {
        return new ListType(++lastId, list.elementRequired(), likeType(list.elementType()));
      }
      if (type instanceof MapType map) {
        int keyId = ++lastId;
        return new MapType(
            keyId,
            withNewIds(map.keyType()),
            ++lastId,
            map.valueRequired(),
            likeType(map.valueType()));
      }
      if (random.nextInt(3) > 0) {
        return type;
      }
      if (type == SimpleType.INT || type == SimpleType.LONG) {
        return random.nextBoolean() ? SimpleType.LONG : SimpleType.INT;
      }
      if (type == SimpleType.FLOAT || type == SimpleType.DOUBLE) {
        return random.nextBoolean() ? SimpleType.DOUBLE : SimpleType.FLOAT;
      }
      if (type instanceof DecimalType decimal) {
        int precision = Math.max(decimal.scale(), 1) + random.nextInt(38 - decimal.scale());
        return new DecimalType(Math.min(38, precision), decimal.scale());
      }
      return random.nextInt(6) == 0 ? SimpleType.BINARY : type;
    }

    private Type withNewIds(Type type) {
      return type instanceof StructType || type instanceof ListType || type instanceof MapType
          ? new FreshIds(placeholder -> ++lastId).assign(type)
          : type;
    }
  }
}

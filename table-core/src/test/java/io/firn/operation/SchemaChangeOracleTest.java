package io.firn.operation;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.firn.codec.json.RandomSchemas;
import io.firn.codec.json.SchemaJson;
import io.firn.error.InvalidInputException;
import io.firn.expr.CaseSensitivity;
import io.firn.model.TableMetadata;
import io.firn.operation.SchemaEdit.Position;
import io.firn.types.DecimalType;
import io.firn.types.Field;
import io.firn.types.Schema;
import io.firn.types.SimpleType;
import io.firn.types.Type;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.apache.iceberg.Table;
import org.apache.iceberg.UpdateSchema;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.expressions.Literal;
import org.apache.iceberg.inmemory.InMemoryCatalog;
import org.apache.iceberg.types.Types;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Random schema edits by Firn and by Iceberg: both refuse, or both make the same schema. */
@Tag("iceberg-oracle")
final class SchemaChangeOracleTest {
  private static final int TABLES = 15;
  private static final int EDITS = 40;
  private static final String NONE = "";

  private final List<Integer> counts = new ArrayList<>(List.of(0, 0));

  @ParameterizedTest
  @ValueSource(ints = {2, 3})
  void randomEditsGiveTheSameSchema(int formatVersion) throws Exception {
    try (InMemoryCatalog catalog = IcebergTables.catalog()) {
      for (int i = 0; i < TABLES; i++) {
        runEdits(catalog, 10_000L * formatVersion + i, formatVersion);
      }
    }
    System.out.println("format version " + formatVersion + ": accepted, refused edits " + counts);
    assertEquals(true, counts.get(0) > 100 && counts.get(1) > 100, "both outcomes are frequent");
  }

  private void runEdits(InMemoryCatalog catalog, long seed, int formatVersion) {
    RandomSchemas schemas = new RandomSchemas(seed, formatVersion);
    Schema first = schemas.schema(1);
    Table table =
        catalog
            .buildTable(TableIdentifier.of("db", "t" + seed), IcebergTables.schema(first))
            .withProperties(
                Map.of(
                    "format-version",
                    String.valueOf(formatVersion),
                    "write.metadata.metrics.column." + first.fields().get(0).name(),
                    "counts"))
            .create();
    TableMetadata start = IcebergTables.metadata(table);
    List<SchemaEdit> accepted = new ArrayList<>();
    for (int step = 0; step < EDITS; step++) {
      TableMetadata base = IcebergTables.metadata(table);
      SchemaEdit edit = new Edits(schemas, base.schema(), formatVersion).next(step);
      String what = "seed " + seed + ", step " + step + ", " + edit + " on " + base.schema();
      String refusal = NONE;
      TableMetadata ours = base;
      try {
        ours = IcebergTables.after(base, edits(List.of(edit)));
      } catch (InvalidInputException e) {
        refusal = e.getMessage();
      }
      String theirRefusal = applyToIceberg(table, edit);
      TableMetadata theirs = IcebergTables.metadata(table);
      // Iceberg accepts some edits that it then ignores, such as the rename of a list's element.
      boolean ignored = theirRefusal.isEmpty() && theirs.equals(base);
      String refusals = what + "\n theirs: " + theirRefusal + "\n ours: " + refusal;
      assertEquals(
          theirRefusal.isEmpty() && !ignored, refusal.isEmpty() && !ours.equals(base), refusals);
      assertEquals(SchemaJson.write(theirs.schema()), SchemaJson.write(ours.schema()), what);
      assertEquals(theirs.schemas(), ours.schemas(), what);
      assertEquals(theirs.lastColumnId(), ours.lastColumnId(), what);
      assertEquals(theirs.properties(), ours.properties(), what);
      if (refusal.isEmpty()) {
        accepted.add(edit);
      }
      int outcome = refusal.isEmpty() ? 0 : 1;
      counts.set(outcome, counts.get(outcome) + 1);
    }
    TableMetadata atOnce = IcebergTables.after(start, edits(accepted));
    assertEquals(
        SchemaJson.write(IcebergTables.metadata(table).schema().withSchemaId(1)),
        SchemaJson.write(atOnce.schema().withSchemaId(1)),
        () -> "all edits at once, seed " + seed + ": " + accepted);
  }

  private static Operation edits(List<SchemaEdit> edits) {
    return new io.firn.operation.UpdateSchema(edits, CaseSensitivity.SENSITIVE);
  }

  private static String applyToIceberg(Table table, SchemaEdit edit) {
    UpdateSchema update = table.updateSchema();
    try {
      apply(update, edit);
      update.commit();
      return NONE;
    } catch (IllegalArgumentException
        | UnsupportedOperationException
        | org.apache.iceberg.exceptions.ValidationException
        | NullPointerException e) {
      return e.toString();
    }
  }

  private static void apply(UpdateSchema update, SchemaEdit edit) {
    if (edit instanceof SchemaEdit.AddColumn add) {
      add(update, add);
    } else if (edit instanceof SchemaEdit.DropColumn drop) {
      update.deleteColumn(dotted(drop.path()));
    } else if (edit instanceof SchemaEdit.RenameColumn rename) {
      update.renameColumn(dotted(rename.path()), rename.newName());
    } else if (edit instanceof SchemaEdit.ChangeType change) {
      update.updateColumn(
          dotted(change.path()), IcebergTables.type(change.newType()).asPrimitiveType());
    } else if (edit instanceof SchemaEdit.ChangeDoc change) {
      update.updateColumnDoc(dotted(change.path()), change.doc().orElse(null));
    } else if (edit instanceof SchemaEdit.ChangeRequired change && change.required()) {
      update.requireColumn(dotted(change.path()));
    } else if (edit instanceof SchemaEdit.ChangeRequired change) {
      update.makeColumnOptional(dotted(change.path()));
    } else if (edit instanceof SchemaEdit.MoveColumn move) {
      move(update, move.path(), move.position());
    } else if (edit instanceof SchemaEdit.ChangeWriteDefault change) {
      Field field = Field.optional(1, "x", SimpleType.STRING).withInitialDefault(change.value());
      update.updateColumnDefault(
          dotted(change.path()), IcebergTables.field(field).initialDefaultLiteral());
    } else if (edit instanceof SchemaEdit.SetIdentifierFields set) {
      update.setIdentifierFields(set.fullNames());
    }
  }

  private static void add(UpdateSchema update, SchemaEdit.AddColumn add) {
    List<String> path = add.path();
    String parent = path.size() == 1 ? null : dotted(path.subList(0, path.size() - 1));
    String name = path.get(path.size() - 1);
    Types.NestedField field =
        IcebergTables.field(
            Field.optional(100_000, "x", add.type()).withInitialDefault(add.defaultValue()));
    Literal<?> value = field.initialDefaultLiteral();
    if (add.required()) {
      update.addRequiredColumn(parent, name, field.type(), add.doc().orElse(null), value);
    } else {
      update.addColumn(parent, name, field.type(), add.doc().orElse(null), value);
    }
    if (!(add.position() instanceof Position.Last)) {
      move(update, path, add.position());
    }
  }

  private static void move(UpdateSchema update, List<String> path, Position position) {
    if (position instanceof Position.First) {
      update.moveFirst(dotted(path));
    } else if (position instanceof Position.After after) {
      List<String> sibling = new ArrayList<>(path.subList(0, path.size() - 1));
      sibling.add(after.sibling());
      update.moveAfter(dotted(path), dotted(sibling));
    }
  }

  private static String dotted(List<String> path) {
    return String.join(".", path);
  }

  /** Edits that are sometimes right and sometimes wrong. */
  private static final class Edits {
    private final RandomSchemas schemas;
    private final Random random;
    private final Schema schema;
    private final int formatVersion;

    Edits(RandomSchemas schemas, Schema schema, int formatVersion) {
      this.schemas = schemas;
      this.random = schemas.random();
      this.schema = schema;
      this.formatVersion = formatVersion;
    }

    SchemaEdit next(int step) {
      List<String> path = path();
      return switch (random.nextInt(16)) {
        case 0, 1, 2, 3 -> add(step);
        case 4, 5 -> new SchemaEdit.DropColumn(path);
        case 6, 7 ->
            new SchemaEdit.RenameColumn(
                path, random.nextInt(4) == 0 ? last(path()) : "renamed" + step);
        case 8, 9, 10 -> new SchemaEdit.ChangeType(path, otherType(path));
        case 11 ->
            new SchemaEdit.ChangeDoc(
                path, random.nextBoolean() ? Optional.empty() : Optional.of("doc " + step));
        case 12 -> new SchemaEdit.ChangeRequired(path, random.nextInt(3) == 0);
        case 13, 14 -> new SchemaEdit.MoveColumn(path, position());
        default ->
            formatVersion >= 3 && random.nextBoolean()
                ? writeDefault(path)
                : new SchemaEdit.SetIdentifierFields(
                    random.nextInt(3) == 0 ? List.of() : List.of(dotted(path), dotted(path())));
      };
    }

    private SchemaEdit writeDefault(List<String> path) {
      Type type = schema.field(dotted(path)).map(Field::type).orElse(SimpleType.INT);
      boolean string = type == SimpleType.STRING;
      return new SchemaEdit.ChangeWriteDefault(
          path, string && random.nextBoolean() ? Optional.of("new") : Optional.empty());
    }

    private SchemaEdit add(int step) {
      Field added = schemas.grown(new Schema(0, List.of()), 1).fields().get(0);
      List<String> path = new ArrayList<>();
      if (random.nextInt(3) > 0) {
        path.addAll(path());
      }
      path.add(random.nextInt(6) == 0 ? last(path()) : "added" + step);
      Optional<Object> value =
          added.initialDefault().isPresent() && random.nextBoolean()
              ? added.initialDefault()
              : Optional.empty();
      Position position = random.nextInt(3) == 0 ? position() : new Position.Last();
      return new SchemaEdit.AddColumn(
          path, added.type(), random.nextInt(4) == 0, added.doc(), value, position);
    }

    private Position position() {
      return random.nextInt(3) == 0 ? new Position.First() : new Position.After(last(path()));
    }

    /** Usually of a field, now and then of none. */
    private List<String> path() {
      List<Field> fields = new ArrayList<>(schema.fieldsById().values());
      if (fields.isEmpty() || random.nextInt(15) == 0) {
        return List.of("nothing");
      }
      Field field = fields.get(random.nextInt(fields.size()));
      List<String> path = new ArrayList<>(List.of(field.name()));
      Optional<Integer> parent = schema.parentId(field.id());
      while (parent.isPresent()) {
        path.add(0, schema.field(parent.get()).orElseThrow().name());
        parent = schema.parentId(parent.get());
      }
      return path;
    }

    private static String last(List<String> path) {
      return path.get(path.size() - 1);
    }

    private Type otherType(List<String> path) {
      Type type = schema.field(dotted(path)).map(Field::type).orElse(SimpleType.INT);
      if (type instanceof DecimalType decimal) {
        return new DecimalType(
            Math.min(
                38, Math.max(1 + decimal.scale(), decimal.precision() + random.nextInt(5) - 1)),
            decimal.scale());
      }
      if (type == SimpleType.INT && random.nextBoolean()) {
        return SimpleType.LONG;
      }
      if (type == SimpleType.FLOAT && random.nextBoolean()) {
        return SimpleType.DOUBLE;
      }
      // Iceberg does not know the promotions of these in format version 3.
      boolean onlyFirn = type == SimpleType.UNKNOWN || type == SimpleType.DATE;
      return onlyFirn
          ? type
          : List.of(SimpleType.LONG, SimpleType.STRING, SimpleType.DOUBLE).get(random.nextInt(3));
    }
  }
}

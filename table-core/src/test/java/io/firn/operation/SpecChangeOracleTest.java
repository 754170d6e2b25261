package io.firn.operation;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.firn.codec.json.RandomSchemas;
import io.firn.error.InvalidInputException;
import io.firn.expr.CaseSensitivity;
import io.firn.model.TableMetadata;
import io.firn.partition.BucketTransform;
import io.firn.partition.IdentityTransform;
import io.firn.partition.PartitionField;
import io.firn.partition.TimeTransform;
import io.firn.partition.Transform;
import io.firn.partition.TruncateTransform;
import io.firn.types.Field;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.apache.iceberg.Table;
import org.apache.iceberg.UpdatePartitionSpec;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.expressions.Expressions;
import org.apache.iceberg.expressions.Term;
import org.apache.iceberg.inmemory.InMemoryCatalog;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Random changes of the partition spec by Firn and by Iceberg: same specs, names and ids. */
@Tag("iceberg-oracle")
final class SpecChangeOracleTest {
  private static final int TABLES = 15;
  private static final int CHANGES = 25;
  private static final List<Transform> TRANSFORMS =
      List.of(
          IdentityTransform.IDENTITY,
          new BucketTransform(4),
          new BucketTransform(8),
          new TruncateTransform(3),
          TimeTransform.YEAR,
          TimeTransform.DAY,
          TimeTransform.HOUR);

  private int accepted;
  private int refused;

  @ParameterizedTest
  @ValueSource(ints = {2, 3})
  void randomChangesGiveTheSameSpec(int formatVersion) throws Exception {
    try (InMemoryCatalog catalog = IcebergTables.catalog()) {
      for (int i = 0; i < TABLES; i++) {
        runChanges(catalog, 70_000L * formatVersion + i, formatVersion);
      }
    }
    System.out.println("accepted " + accepted + ", refused " + refused);
    assertEquals(true, accepted > 50 && refused > 50, "both outcomes are frequent");
  }

  private void runChanges(InMemoryCatalog catalog, long seed, int formatVersion) {
    RandomSchemas schemas = new RandomSchemas(seed, formatVersion);
    Table table =
        catalog
            .buildTable(
                TableIdentifier.of("db", "t" + seed), IcebergTables.schema(schemas.schema(1)))
            .withProperties(Map.of("format-version", String.valueOf(formatVersion)))
            .create();
    for (int step = 0; step < CHANGES; step++) {
      TableMetadata base = IcebergTables.metadata(table);
      List<SpecEdit> edits = edits(schemas.random(), base, step);
      String what = "seed " + seed + ", step " + step + ", " + edits + " on " + base.spec();
      String refusal = "";
      TableMetadata ours = base;
      try {
        ours = IcebergTables.after(base, new UpdateSpec(edits, CaseSensitivity.SENSITIVE));
        accepted++;
      } catch (InvalidInputException e) {
        refusal = e.getMessage();
        refused++;
      }
      String theirRefusal = applyToIceberg(table, edits);
      TableMetadata theirs = IcebergTables.metadata(table);
      String refusals = what + "\n theirs: " + theirRefusal + "\n ours: " + refusal;
      assertEquals(theirRefusal.isEmpty(), refusal.isEmpty(), refusals);
      assertEquals(theirs.spec(), ours.spec(), what);
      assertEquals(theirs.partitionSpecs(), ours.partitionSpecs(), what);
      assertEquals(theirs.lastPartitionId(), ours.lastPartitionId(), what);
    }
  }

  private static String applyToIceberg(Table table, List<SpecEdit> edits) {
    UpdatePartitionSpec update = table.updateSpec();
    try {
      for (SpecEdit edit : edits) {
        apply(update, edit);
      }
      update.commit();
      return "";
    } catch (IllegalArgumentException
        | org.apache.iceberg.exceptions.ValidationException
        | NullPointerException e) {
      return e.toString();
    }
  }

  private static void apply(UpdatePartitionSpec update, SpecEdit edit) {
    if (edit instanceof SpecEdit.AddField add && add.name().isPresent()) {
      update.addField(add.name().get(), term(add.column(), add.transform()));
    } else if (edit instanceof SpecEdit.AddField add) {
      update.addField(term(add.column(), add.transform()));
    } else if (edit instanceof SpecEdit.DropFieldByName drop) {
      update.removeField(drop.name());
    } else if (edit instanceof SpecEdit.DropFieldByTransform drop) {
      update.removeField(term(drop.column(), drop.transform()));
    } else if (edit instanceof SpecEdit.RenameField rename) {
      update.renameField(rename.name(), rename.newName());
    }
  }

  private static Term term(String column, Transform transform) {
    if (transform instanceof BucketTransform bucket) {
      return Expressions.bucket(column, bucket.numBuckets());
    }
    if (transform instanceof TruncateTransform truncate) {
      return Expressions.truncate(column, truncate.width());
    }
    if (transform == TimeTransform.YEAR) {
      return Expressions.year(column);
    }
    if (transform == TimeTransform.DAY) {
      return Expressions.day(column);
    }
    return transform == TimeTransform.HOUR ? Expressions.hour(column) : Expressions.ref(column);
  }

  private static List<SpecEdit> edits(Random random, TableMetadata base, int step) {
    List<SpecEdit> edits = new ArrayList<>();
    Optional<PartitionField> field =
        base.spec().fields().isEmpty()
            ? Optional.empty()
            : Optional.of(base.spec().fields().get(random.nextInt(base.spec().fields().size())));
    if (field.isPresent() && random.nextInt(3) == 0) {
      edits.add(drop(random, base, field.get()));
      if (random.nextBoolean()) {
        edits.add(again(random, base, field.get(), step));
      }
      return edits;
    }
    if (field.isPresent() && random.nextInt(5) == 0) {
      String name = random.nextInt(4) == 0 ? columnName(random, base) : "renamed" + step;
      return List.of(new SpecEdit.RenameField(field.get().name(), name));
    }
    edits.add(add(random, base, step));
    return edits;
  }

  private static SpecEdit drop(Random random, TableMetadata base, PartitionField field) {
    String column = base.schema().fullName(field.sourceId()).orElseThrow();
    return random.nextBoolean()
        ? new SpecEdit.DropFieldByName(field.name())
        : new SpecEdit.DropFieldByTransform(column, field.transform());
  }

  private static SpecEdit again(Random random, TableMetadata base, PartitionField field, int step) {
    String column = base.schema().fullName(field.sourceId()).orElseThrow();
    Optional<String> name = random.nextBoolean() ? Optional.empty() : Optional.of("again" + step);
    return named(base, new SpecEdit.AddField(column, field.transform(), name), step);
  }

  private static SpecEdit add(Random random, TableMetadata base, int step) {
    Transform transform = TRANSFORMS.get(random.nextInt(TRANSFORMS.size()));
    Optional<String> name =
        switch (random.nextInt(8)) {
          case 0 -> Optional.of("named" + step);
          case 1 -> Optional.of(columnName(random, base));
          default -> Optional.empty();
        };
    return named(base, new SpecEdit.AddField(columnName(random, base), transform, name), step);
  }

  /** Which of several former names comes back is left to chance in Iceberg. */
  private static SpecEdit named(TableMetadata base, SpecEdit.AddField edit, int step) {
    int source = base.schema().field(edit.column()).orElseThrow().id();
    long names =
        base.partitionSpecs().stream()
            .flatMap(s -> s.fields().stream())
            .filter(f -> f.sourceId() == source && f.transform().equals(edit.transform()))
            .map(PartitionField::name)
            .distinct()
            .count();
    return names > 1 && edit.name().isEmpty()
        ? new SpecEdit.AddField(edit.column(), edit.transform(), Optional.of("one" + step))
        : edit;
  }

  private static String columnName(Random random, TableMetadata base) {
    List<Field> fields = new ArrayList<>(base.schema().fieldsById().values());
    Field field = fields.get(random.nextInt(fields.size()));
    return base.schema().fullName(field.id()).orElseThrow();
  }
}

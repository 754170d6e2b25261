package io.firn.operation;

import io.firn.error.InvalidInputException;
import io.firn.expr.CaseSensitivity;
import io.firn.model.TableMetadata;
import io.firn.partition.PartitionField;
import io.firn.partition.PartitionSpec;
import io.firn.partition.Transform;
import io.firn.partition.VoidTransform;
import io.firn.types.Field;
import io.firn.types.Schema;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Applies edits to the default partition spec of a table. A field that comes back gets the id that
 * it had, and within one statement its place, too.
 */
final class SpecEditor {
  private final TableMetadata base;
  private final Schema schema;
  private final CaseSensitivity caseSensitivity;
  private final Map<Integer, PartitionField> kept = new LinkedHashMap<>();
  private final List<PartitionField> added = new ArrayList<>();
  private int lastPartitionId;

  SpecEditor(TableMetadata base, CaseSensitivity caseSensitivity) {
    this.base = base;
    this.schema = base.schema();
    this.caseSensitivity = caseSensitivity;
    this.lastPartitionId = base.lastPartitionId();
    base.spec().fields().forEach(f -> kept.put(f.fieldId(), f));
  }

  PartitionSpec build() {
    List<PartitionField> fields = new ArrayList<>();
    for (PartitionField field : base.spec().fields()) {
      Optional.ofNullable(kept.get(field.fieldId())).ifPresent(fields::add);
    }
    fields.addAll(added);
    PartitionSpec spec = new PartitionSpec(0, fields);
    SpecRules.requireValidNames(spec, schema);
    SpecRules.requireNotRedundant(added);
    return spec;
  }

  void apply(SpecEdit edit) {
    if (edit instanceof SpecEdit.AddField add) {
      add(add);
    } else if (edit instanceof SpecEdit.DropFieldByName drop) {
      remove(
          current().stream()
              .filter(f -> f.name().equals(drop.name()))
              .findFirst()
              .orElseThrow(() -> missing("drop", drop.name())));
    } else if (edit instanceof SpecEdit.DropFieldByTransform drop) {
      List<Integer> source = List.of(column(drop.column(), "drop").id());
      remove(
          current().stream()
              .filter(f -> SpecRules.isEqual(f, source, drop.transform()))
              .findFirst()
              .orElseThrow(() -> missing("drop", drop.transform() + " of " + drop.column())));
    } else if (edit instanceof SpecEdit.RenameField rename) {
      rename(rename.name(), rename.newName());
    } else {
      throw new IllegalStateException("Unknown spec edit " + edit);
    }
  }

  private List<PartitionField> current() {
    List<PartitionField> fields = new ArrayList<>(kept.values());
    fields.addAll(added);
    return fields;
  }

  private Field column(String name, String verb) {
    return ColumnLookup.require(schema, name, caseSensitivity, verb + " a partition field");
  }

  private static InvalidInputException missing(String verb, String what) {
    return new InvalidInputException(
        "Cannot " + verb + " partition field " + what + ": the table's spec has none such");
  }

  private void remove(PartitionField field) {
    if (kept.remove(field.fieldId()) == null) {
      added.remove(field);
    }
  }

  private void add(SpecEdit.AddField edit) {
    Field column = column(edit.column(), "add");
    Transform transform = edit.transform();
    List<Integer> source = List.of(column.id());
    String what = transform + " of " + edit.column();
    if (!transform.canTransform(column.type()) || !column.type().isPrimitive()) {
      throw new InvalidInputException(
          "Cannot partition by " + what + ": its type is " + SchemaRules.brief(column.type()));
    }
    current().stream()
        .filter(f -> SpecRules.isEqual(f, source, transform))
        .findFirst()
        .ifPresent(
            f -> {
              throw new InvalidInputException(
                  "Cannot add partition field " + what + ": " + f.name() + " is the same");
            });
    Optional<PartitionField> dropped =
        base.spec().fields().stream()
            .filter(f -> SpecRules.isEqual(f, source, transform))
            .findFirst();
    if (dropped.isPresent()) {
      bringBack(dropped.get(), edit.name());
    } else {
      PartitionField field = recycledOrNew(source, column, transform, edit.name());
      freeName(field.name());
      added.add(field);
    }
  }

  private void bringBack(PartitionField field, Optional<String> name) {
    String newName = name.orElse(field.name());
    freeName(newName);
    kept.put(field.fieldId(), withName(field, newName));
  }

  /** A field of a former spec gives its id, and its name unless another one is asked for. */
  private PartitionField recycledOrNew(
      List<Integer> source, Field column, Transform transform, Optional<String> name) {
    Optional<PartitionField> former =
        base.partitionSpecs().stream()
            .flatMap(s -> s.fields().stream())
            .filter(f -> SpecRules.isEqual(f, source, transform))
            .filter(f -> name.isEmpty() || f.name().equals(name.get()))
            .findFirst();
    if (former.isPresent()) {
      return former.get();
    }
    String columnName = schema.fullName(column.id()).orElse(column.name());
    String fieldName = name.orElseGet(() -> SpecRules.defaultName(columnName, transform));
    return new PartitionField(source, ++lastPartitionId, fieldName, transform);
  }

  private void rename(String name, String newName) {
    PartitionField field =
        kept.values().stream()
            .filter(f -> f.name().equals(name))
            .findFirst()
            .orElseThrow(() -> missing("rename", name));
    freeName(newName);
    kept.put(field.fieldId(), withName(field, newName));
  }

  /** A field that only remembers a dropped one gives its name away. */
  private void freeName(String name) {
    kept.replaceAll(
        (id, field) ->
            field.name().equals(name) && field.transform() instanceof VoidTransform
                ? withName(field, name + "_" + id)
                : field);
  }

  private static PartitionField withName(PartitionField field, String name) {
    return new PartitionField(field.sourceIds(), field.fieldId(), name, field.transform());
  }
}

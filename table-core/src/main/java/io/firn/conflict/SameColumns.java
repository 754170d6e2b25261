package io.firn.conflict;

import io.firn.expr.CaseSensitivity;
import io.firn.expr.Predicate;
import io.firn.expr.Predicates;
import io.firn.model.Snapshot;
import io.firn.model.TableMetadata;
import io.firn.types.Field;
import io.firn.types.Schema;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Names of columns in a filter still mean what they meant in the snapshot that was read: a column
 * may have got another name meanwhile, and a new one its name, so that the filter would look at the
 * wrong values. Without landed snapshots there is nothing to look at.
 */
public record SameColumns(Predicate filter, CaseSensitivity caseSensitivity)
    implements ConflictRule {

  @Override
  public Optional<Conflict> check(CheckContext context) {
    TableMetadata table = context.metadata();
    Optional<Schema> read = schemaRead(context);
    if (read.isEmpty() || read.get().schemaId() == table.currentSchemaId()) {
      return Optional.empty();
    }
    for (String name : Predicates.columns(filter)) {
      OptionalInt before = id(read.get(), name);
      if (before.isPresent() && !before.equals(id(table.schema(), name))) {
        return Optional.of(
            new Conflict(
                "the column " + name + " of its condition was renamed or dropped meanwhile",
                Optional.empty()));
      }
    }
    return Optional.empty();
  }

  private static Optional<Schema> schemaRead(CheckContext context) {
    List<Snapshot> landed = context.landed().snapshots();
    return landed.isEmpty() || landed.get(0).parentSnapshotId().isEmpty()
        ? Optional.empty()
        : context
            .metadata()
            .snapshot(landed.get(0).parentSnapshotId().getAsLong())
            .map(context.metadata()::schemaOf);
  }

  private OptionalInt id(Schema schema, String name) {
    Optional<Field> field =
        caseSensitivity == CaseSensitivity.SENSITIVE
            ? schema.field(name)
            : schema.fieldIgnoringCase(name);
    return field.isPresent() ? OptionalInt.of(field.get().id()) : OptionalInt.empty();
  }
}

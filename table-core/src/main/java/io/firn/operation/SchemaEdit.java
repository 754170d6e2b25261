package io.firn.operation;

import io.firn.types.Type;
import java.util.List;
import java.util.Optional;

/**
 * One change of a table's schema. A path is the names from the top-level column down, {@code
 * element}, {@code key} and {@code value} included. Ids in the types of new columns are
 * placeholders: fresh ones are assigned.
 */
public sealed interface SchemaEdit {

  /** Where a column goes among its siblings. */
  sealed interface Position {
    /** After all others; only for new columns. */
    record Last() implements Position {}

    record First() implements Position {}

    record After(String sibling) implements Position {}
  }

  /** {@code defaultValue} is both initial and write default (format version 3). */
  record AddColumn(
      List<String> path,
      Type type,
      boolean required,
      Optional<String> doc,
      Optional<Object> defaultValue,
      Position position)
      implements SchemaEdit {}

  record DropColumn(List<String> path) implements SchemaEdit {}

  record RenameColumn(List<String> path, String newName) implements SchemaEdit {}

  record ChangeType(List<String> path, Type newType) implements SchemaEdit {}

  record ChangeDoc(List<String> path, Optional<String> doc) implements SchemaEdit {}

  record ChangeRequired(List<String> path, boolean required) implements SchemaEdit {}

  record MoveColumn(List<String> path, Position position) implements SchemaEdit {}

  record ChangeWriteDefault(List<String> path, Optional<Object> value) implements SchemaEdit {}

  record SetIdentifierFields(List<String> fullNames) implements SchemaEdit {}
}

package io.firn.spark.catalog;

import io.firn.error.InvalidInputException;
import io.firn.error.UnsupportedFeatureException;
import io.firn.expr.CaseSensitivity;
import io.firn.model.TableProperties;
import io.firn.operation.CherryPick;
import io.firn.operation.Operation;
import io.firn.operation.SchemaEdit;
import io.firn.operation.SchemaEdit.Position;
import io.firn.operation.SetCurrentSnapshot;
import io.firn.operation.UpdateLocation;
import io.firn.operation.UpdateProperties;
import io.firn.operation.UpdateSchema;
import io.firn.spark.convert.FieldIds;
import io.firn.spark.convert.SparkTypes;
import io.firn.types.Field;
import io.firn.types.Promotion;
import io.firn.types.ReservedFields;
import io.firn.types.Type;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.connector.catalog.DefaultValue;
import org.apache.spark.sql.connector.catalog.TableChange;
import org.apache.spark.sql.connector.catalog.TableChange.AddColumn;
import org.apache.spark.sql.connector.catalog.TableChange.ColumnPosition;
import org.apache.spark.sql.connector.catalog.TableChange.DeleteColumn;
import org.apache.spark.sql.connector.catalog.TableChange.RemoveProperty;
import org.apache.spark.sql.connector.catalog.TableChange.RenameColumn;
import org.apache.spark.sql.connector.catalog.TableChange.SetProperty;
import org.apache.spark.sql.connector.catalog.TableChange.UpdateColumnComment;
import org.apache.spark.sql.connector.catalog.TableChange.UpdateColumnDefaultValue;
import org.apache.spark.sql.connector.catalog.TableChange.UpdateColumnNullability;
import org.apache.spark.sql.connector.catalog.TableChange.UpdateColumnPosition;
import org.apache.spark.sql.connector.catalog.TableChange.UpdateColumnType;
import org.jspecify.annotations.Nullable;

/** {@code ALTER TABLE} as operations on the table; all changes of one statement are one commit. */
final class TableChanges {
  private static final String CHERRY_PICK = "cherry-pick-snapshot-id";

  private final SparkSession session;
  private final FirnTable table;
  private final Map<String, String> set = new HashMap<>();
  private final Set<String> removed = new HashSet<>();
  private final List<SchemaEdit> edits = new ArrayList<>();
  private final List<Operation> others = new ArrayList<>();

  /** Placeholders for the ids of nested fields, far from the ids that tables have. */
  private final FieldIds ids = new FieldIds(ReservedFields.MAX_USER_FIELD_ID / 2);

  private TableChanges(SparkSession session, FirnTable table) {
    this.session = session;
    this.table = table;
  }

  /** The operations that carry out the changes, in order. */
  static List<Operation> operations(SparkSession session, FirnTable table, TableChange... changes) {
    TableChanges collected = new TableChanges(session, table);
    for (TableChange change : changes) {
      collected.add(change);
    }
    return collected.operations();
  }

  private List<Operation> operations() {
    List<Operation> operations = new ArrayList<>();
    // Properties first: a format version may be what the columns need.
    if (!set.isEmpty() || !removed.isEmpty()) {
      operations.add(new UpdateProperties(set, removed));
    }
    if (!edits.isEmpty()) {
      operations.add(new UpdateSchema(edits, CaseSensitivity.SENSITIVE));
    }
    operations.addAll(others);
    return operations;
  }

  private void add(TableChange change) {
    if (change instanceof SetProperty property) {
      setProperty(property.property(), property.value());
    } else if (change instanceof RemoveProperty property) {
      VisibleProperties.requireSettable(table.name(), property.property());
      removed.add(property.property());
      set.remove(property.property());
    } else if (change instanceof TableChange.ColumnChange column) {
      edits.add(edit(column));
    } else {
      throw unsupported(change.getClass().getSimpleName());
    }
  }

  private void setProperty(String key, String value) {
    switch (key) {
      case TableProperties.LOCATION -> others.add(new UpdateLocation(value));
      case TableProperties.CURRENT_SNAPSHOT_ID ->
          others.add(new SetCurrentSnapshot(snapshotId(key, value)));
      case CHERRY_PICK -> others.add(new CherryPick(snapshotId(key, value)));
      default -> {
        VisibleProperties.requireSettable(table.name(), key);
        set.put(key, value);
        removed.remove(key);
      }
    }
  }

  private static long snapshotId(String key, String value) {
    try {
      return Long.parseLong(value.trim());
    } catch (NumberFormatException e) {
      throw new InvalidInputException(
          "Invalid value '" + value + "' of " + key + ": expected the id of a snapshot", e);
    }
  }

  private SchemaEdit edit(TableChange.ColumnChange change) {
    List<String> path = List.of(change.fieldNames());
    if (change instanceof AddColumn add) {
      return addColumn(path, add);
    }
    if (change instanceof DeleteColumn) {
      return new SchemaEdit.DropColumn(path);
    }
    if (change instanceof RenameColumn rename) {
      return new SchemaEdit.RenameColumn(path, rename.newName());
    }
    if (change instanceof UpdateColumnType type) {
      return changeType(path, type);
    }
    if (change instanceof UpdateColumnComment comment) {
      return new SchemaEdit.ChangeDoc(
          path, Optional.ofNullable(comment.newComment()).filter(text -> !text.isEmpty()));
    }
    if (change instanceof UpdateColumnNullability nullability) {
      return new SchemaEdit.ChangeRequired(path, !nullability.nullable());
    }
    if (change instanceof UpdateColumnPosition position) {
      return new SchemaEdit.MoveColumn(path, position(position.position()));
    }
    if (change instanceof UpdateColumnDefaultValue value) {
      return new SchemaEdit.ChangeWriteDefault(path, newDefault(path, value));
    }
    throw unsupported(change.getClass().getSimpleName());
  }

  /**
   * Spark refuses ALTER TABLE statements that make a column narrower, so that a MERGE WITH SCHEMA
   * EVOLUTION must be behind one that arrives here.
   */
  private SchemaEdit changeType(List<String> path, UpdateColumnType change) {
    String name = String.join(".", path);
    Type type = SparkTypes.toFirn(change.newDataType(), name, ids);
    Optional<Type> current = table.table().metadata().schema().field(name).map(Field::type);
    boolean narrower =
        current
            .filter(
                now ->
                    !now.equals(type)
                        && Promotion.isAllowed(type, now, table.table().metadata().formatVersion()))
            .isPresent();
    if (narrower) {
      throw new InvalidInputException(
          "Cannot change column "
              + name
              + " of "
              + table.name()
              + " from "
              + current.orElseThrow()
              + " to the narrower "
              + type
              + ". If this is a MERGE WITH SCHEMA EVOLUTION, Spark asks for the type of its source:"
              + " cast the source's column, or set"
              + " spark.sql.extensions=io.firn.spark.FirnSparkSessionExtensions, which does");
    }
    return new SchemaEdit.ChangeType(path, type);
  }

  private SchemaEdit addColumn(List<String> path, AddColumn add) {
    String name = String.join(".", path);
    Type type = SparkTypes.toFirn(add.dataType(), name, ids);
    Optional<Object> defaultValue =
        add.defaultValue() == null
            ? Optional.empty()
            : ConstantDefaults.evaluate(session, name, type, add.defaultValue().getSql());
    return new SchemaEdit.AddColumn(
        path,
        type,
        !add.isNullable(),
        Optional.ofNullable(add.comment()),
        defaultValue,
        position(add.position()));
  }

  private static Position position(@Nullable ColumnPosition position) {
    if (position == null) {
      return new Position.Last();
    }
    return position instanceof TableChange.After after
        ? new Position.After(after.column())
        : new Position.First();
  }

  /** Empty for {@code DROP DEFAULT}. */
  private Optional<Object> newDefault(List<String> path, UpdateColumnDefaultValue change) {
    String name = String.join(".", path);
    DefaultValue value = change.newCurrentDefault();
    if (value == null || value.getSql() == null || value.getSql().isEmpty()) {
      return Optional.empty();
    }
    Type type =
        table
            .table()
            .metadata()
            .schema()
            .field(name)
            .orElseThrow(
                () ->
                    new InvalidInputException("Cannot find column " + name + " of " + table.name()))
            .type();
    return ConstantDefaults.evaluate(session, name, type, value.getSql());
  }

  private UnsupportedFeatureException unsupported(String what) {
    return new UnsupportedFeatureException(
        "Cannot change " + table.name() + ": " + what + " is not supported");
  }
}

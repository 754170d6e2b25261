package io.firn.operation;

import io.firn.expr.CaseSensitivity;
import io.firn.types.DecimalType;
import io.firn.types.Field;
import io.firn.types.ListType;
import io.firn.types.MapType;
import io.firn.types.Promotion;
import io.firn.types.SimpleType;
import io.firn.types.StructType;
import io.firn.types.Type;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The edits after which a table can hold rows of other columns; see {@link MergeSchema}. */
final class SchemaDifference {
  private final int formatVersion;
  private final CaseSensitivity caseSensitivity;
  private final List<SchemaEdit> edits = new ArrayList<>();

  SchemaDifference(int formatVersion, CaseSensitivity caseSensitivity) {
    this.formatVersion = formatVersion;
    this.caseSensitivity = caseSensitivity;
  }

  List<SchemaEdit> edits(StructType table, StructType rows) {
    compareStructs(List.of(), table, rows);
    return edits;
  }

  private void compareStructs(List<String> path, StructType table, StructType rows) {
    for (Field row : rows.fields()) {
      find(table, row).ifPresent(known -> compareFields(path, known, row));
    }
    for (Field row : rows.fields()) {
      if (find(table, row).isEmpty()) {
        edits.add(addition(below(path, row.name()), row));
      }
    }
  }

  private Optional<Field> find(StructType table, Field row) {
    return caseSensitivity == CaseSensitivity.SENSITIVE
        ? table.field(row.name())
        : table.fieldIgnoringCase(row.name());
  }

  private static SchemaEdit addition(List<String> path, Field row) {
    return new SchemaEdit.AddColumn(
        path, row.type(), false, row.doc(), Optional.empty(), new SchemaEdit.Position.Last());
  }

  private void compareFields(List<String> parent, Field table, Field row) {
    List<String> path = below(parent, table.name());
    compareTypes(path, table.type(), row.type());
    if (table.required() && !row.required()) {
      edits.add(new SchemaEdit.ChangeRequired(path, false));
    }
    if (row.doc().isPresent() && !row.doc().equals(table.doc())) {
      edits.add(new SchemaEdit.ChangeDoc(path, row.doc()));
    }
  }

  private void compareTypes(List<String> path, Type table, Type rows) {
    if (table instanceof StructType tableStruct && rows instanceof StructType rowStruct) {
      compareStructs(path, tableStruct, rowStruct);
    } else if (table instanceof ListType tableList && rows instanceof ListType rowList) {
      compareFields(path, tableList.element(), rowList.element());
    } else if (table instanceof MapType tableMap && rows instanceof MapType rowMap) {
      compareFields(path, tableMap.key(), rowMap.key());
      compareFields(path, tableMap.value(), rowMap.value());
    } else if (!isNoWider(rows, table)) {
      edits.add(new SchemaEdit.ChangeType(path, rows));
    }
  }

  /** Whether every value of the rows is one of the table's type. */
  private boolean isNoWider(Type rows, Type table) {
    if (rows.equals(table)) {
      return true;
    }
    boolean number =
        rows == SimpleType.INT || rows == SimpleType.FLOAT || rows instanceof DecimalType;
    return rows == SimpleType.UNKNOWN
        || (number && Promotion.isAllowed(rows, table, formatVersion));
  }

  private static List<String> below(List<String> path, String name) {
    List<String> longer = new ArrayList<>(path);
    longer.add(name);
    return longer;
  }
}

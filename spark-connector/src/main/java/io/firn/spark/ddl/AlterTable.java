package io.firn.spark.ddl;

import io.firn.expr.CaseSensitivity;
import io.firn.model.TableMetadata;
import io.firn.operation.Operation;
import java.util.List;
import java.util.stream.Collectors;

/** A statement: the table's name as it is written, and what to do to the table. */
record AlterTable(List<String> name, Change change) {

  /** What a statement does to a table of this shape. */
  @FunctionalInterface
  interface Change {
    List<Operation> operations(TableMetadata table, CaseSensitivity caseSensitivity);
  }

  AlterTable {
    name = List.copyOf(name);
  }

  /** The name as SQL has it. */
  String quotedName() {
    return name.stream()
        .map(part -> "`" + part.replace("`", "``") + "`")
        .collect(Collectors.joining("."));
  }
}

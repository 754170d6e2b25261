package io.firn.operation;

import io.firn.expr.CaseSensitivity;
import io.firn.model.TableChange;
import io.firn.model.TableMetadata;
import io.firn.types.Schema;
import io.firn.types.StructType;
import java.util.List;

/**
 * Extends a table's columns by those of rows that are about to be written, found by name at every
 * level: columns that the table lacks are added at the end, types are promoted where the rows have
 * a wider one, columns that the rows may leave null become optional, and comments of the rows are
 * taken over. What the rows lack, or have in a narrower type, stays as it is. Each attempt compares
 * with the schema that is current by then, so two writers may bring the same column. Ids in {@code
 * columns} are placeholders.
 */
public record MergeSchema(StructType columns, CaseSensitivity caseSensitivity)
    implements Operation {

  @Override
  public String name() {
    return "merge schema";
  }

  @Override
  public TableChange planOn(Planning planning) {
    return new UpdateSchema(edits(planning.table()), caseSensitivity).planOn(planning);
  }

  /**
   * The schema that the table will have; the same fields if there is nothing to change.
   *
   * @throws io.firn.error.InvalidInputException if a column has a type that the table's cannot
   *     become
   */
  public Schema appliedTo(TableMetadata base) {
    SchemaEditor editor =
        new SchemaEditor(
            base.schema(), base.lastColumnId(), base.formatVersion(), base.spec(), caseSensitivity);
    edits(base).forEach(editor::apply);
    return editor.build();
  }

  private List<SchemaEdit> edits(TableMetadata base) {
    return new SchemaDifference(base.formatVersion(), caseSensitivity)
        .edits(base.schema().struct(), columns);
  }
}

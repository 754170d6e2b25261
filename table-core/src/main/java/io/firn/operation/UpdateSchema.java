package io.firn.operation;

import io.firn.error.InvalidInputException;
import io.firn.expr.CaseSensitivity;
import io.firn.model.MetadataUpdate;
import io.firn.model.Requirements;
import io.firn.model.SortField;
import io.firn.model.TableChange;
import io.firn.model.TableMetadata;
import io.firn.partition.PartitionField;
import io.firn.partition.VoidTransform;
import io.firn.types.Schema;
import java.util.ArrayList;
import java.util.List;

/**
 * Changes the columns of a table (spec: Schema Evolution). The edits are applied in their order to
 * whatever schema is current, so concurrent changes of other columns are no conflict. Table
 * properties that name columns follow.
 */
public record UpdateSchema(List<SchemaEdit> edits, CaseSensitivity caseSensitivity)
    implements Operation {

  public UpdateSchema {
    edits = List.copyOf(edits);
  }

  @Override
  public String name() {
    return "change schema";
  }

  @Override
  public TableChange planOn(Planning planning) {
    TableMetadata base = planning.table();
    Schema before = base.schema();
    SchemaEditor editor =
        new SchemaEditor(
            before, base.lastColumnId(), base.formatVersion(), base.spec(), caseSensitivity);
    edits.forEach(editor::apply);
    Schema after = editor.build();
    if (after.sameFields(before)) {
      return new TableChange(List.of(), List.of());
    }
    requireSources(base, before, after);
    List<MetadataUpdate> updates = new ArrayList<>(LayoutUpdates.schema(base, after));
    updates.addAll(ColumnProperties.updates(base.properties(), before, after));
    return new TableChange(Requirements.forUpdates(base, updates), updates);
  }

  private static void requireSources(TableMetadata base, Schema before, Schema after) {
    for (PartitionField field : base.spec().fields()) {
      if (!(field.transform() instanceof VoidTransform)) {
        String user = "partition field " + field.name();
        field.sourceIds().forEach(id -> requireSource(id, before, after, user));
      }
    }
    for (SortField field : base.sortOrder().fields()) {
      String user = "the table's sort order";
      field.sourceIds().forEach(id -> requireSource(id, before, after, user));
    }
  }

  private static void requireSource(int id, Schema before, Schema after, String user) {
    if (after.field(id).isEmpty()) {
      throw new InvalidInputException(
          "Cannot drop column "
              + before.fullName(id).orElse("with id " + id)
              + ": "
              + user
              + " needs it; change that first");
    }
  }
}

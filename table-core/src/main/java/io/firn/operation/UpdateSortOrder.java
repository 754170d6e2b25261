package io.firn.operation;

import io.firn.expr.CaseSensitivity;
import io.firn.model.MetadataUpdate;
import io.firn.model.Requirements;
import io.firn.model.SortField;
import io.firn.model.SortOrder;
import io.firn.model.TableChange;
import io.firn.model.TableMetadata;
import io.firn.partition.Transform;
import io.firn.types.Schema;
import java.util.ArrayList;
import java.util.List;

/** Sets the order of rows in new files; without fields, the table becomes unsorted. */
public record UpdateSortOrder(List<NamedSortField> fields, CaseSensitivity caseSensitivity)
    implements Operation {

  /** A sort field by its column's full name. */
  public record NamedSortField(
      String column,
      Transform transform,
      SortField.Direction direction,
      SortField.NullOrder nullOrder) {}

  public UpdateSortOrder {
    fields = List.copyOf(fields);
  }

  @Override
  public String name() {
    return "change sort order";
  }

  @Override
  public TableChange planOn(Planning planning) {
    TableMetadata base = planning.table();
    List<SortField> resolved = resolvedIn(base.schema());
    if (resolved.equals(base.sortOrder().fields())) {
      return new TableChange(List.of(), List.of());
    }
    List<MetadataUpdate> updates = LayoutUpdates.sortOrder(base, new SortOrder(0, resolved));
    return new TableChange(Requirements.forUpdates(base, updates), updates);
  }

  /**
   * The fields with the ids of their columns.
   *
   * @throws io.firn.error.InvalidInputException if there is no such column
   */
  public List<SortField> resolvedIn(Schema schema) {
    List<SortField> resolved = new ArrayList<>();
    for (NamedSortField field : fields) {
      int id =
          ColumnLookup.require(schema, field.column(), caseSensitivity, "sort by " + field.column())
              .id();
      resolved.add(
          new SortField(List.of(id), field.transform(), field.direction(), field.nullOrder()));
    }
    return resolved;
  }
}

package io.firn.operation;

import io.firn.error.InvalidInputException;
import io.firn.expr.CaseSensitivity;
import io.firn.model.TableChange;
import io.firn.types.Field;
import io.firn.types.Schema;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Says which columns identify a row ({@code SET IDENTIFIER FIELDS}, {@code DROP IDENTIFIER
 * FIELDS}).
 */
public record UpdateIdentifierFields(
    Kind kind, List<String> columns, CaseSensitivity caseSensitivity) implements Operation {

  /** What happens to the columns. */
  public enum Kind {
    /** They become the identifier fields, and no others. */
    SET,
    /** They are identifier fields no more. */
    DROP
  }

  public UpdateIdentifierFields {
    columns = List.copyOf(columns);
  }

  @Override
  public String name() {
    return "change identifier fields";
  }

  @Override
  public TableChange planOn(Planning planning) {
    Schema schema = planning.table().schema();
    List<String> names = kind == Kind.SET ? columns : remaining(schema);
    return new UpdateSchema(List.of(new SchemaEdit.SetIdentifierFields(names)), caseSensitivity)
        .planOn(planning);
  }

  private List<String> remaining(Schema schema) {
    List<Integer> ids = new ArrayList<>(schema.identifierFieldIds());
    for (String column : columns) {
      Optional<Field> field = ColumnLookup.find(schema, column, caseSensitivity);
      if (field.isEmpty() || !ids.remove((Integer) field.get().id())) {
        throw new InvalidInputException(
            "Cannot drop the identifier field " + column + ": it is none");
      }
    }
    return ids.stream().map(id -> schema.fullName(id).orElseThrow()).toList();
  }
}

package io.firn.spark.convert;

import io.firn.error.InvalidInputException;
import io.firn.types.Field;
import io.firn.types.ReservedFields;
import io.firn.types.Schema;
import io.firn.types.SimpleType;
import java.util.ArrayList;
import java.util.List;

/** The columns that a changelog has besides those of its table. */
public final class ChangeColumns {
  public static final Field CHANGE_TYPE =
      Field.required(ReservedFields.CHANGE_TYPE_ID, "_change_type", SimpleType.STRING);
  public static final Field CHANGE_ORDINAL =
      Field.optional(ReservedFields.CHANGE_ORDINAL_ID, "_change_ordinal", SimpleType.INT);
  public static final Field COMMIT_SNAPSHOT_ID =
      Field.optional(ReservedFields.COMMIT_SNAPSHOT_ID_ID, "_commit_snapshot_id", SimpleType.LONG);

  /** In their order. */
  public static final List<Field> ALL = List.of(CHANGE_TYPE, CHANGE_ORDINAL, COMMIT_SNAPSHOT_ID);

  public static final String INSERT = "INSERT";
  public static final String DELETE = "DELETE";

  private ChangeColumns() {}

  /**
   * The table's columns and these.
   *
   * @throws InvalidInputException if the table has a column of one of these names
   */
  public static Schema with(Schema schema, String table) {
    List<Field> fields = new ArrayList<>(schema.fields());
    for (Field field : ALL) {
      if (schema.struct().fieldIgnoringCase(field.name()).isPresent()) {
        throw new InvalidInputException(
            ("Cannot read the changes of %s: it has a column %s, and so has its changelog. Rename"
                    + " the column")
                .formatted(table, field.name()));
      }
      fields.add(field);
    }
    return new Schema(schema.schemaId(), fields);
  }
}

package io.firn.expr;

import io.firn.partition.Transform;
import io.firn.types.Field;
import io.firn.types.PrimitiveType;
import io.firn.types.Type;
import java.util.List;
import java.util.Optional;

/**
 * A column, or a transform of one, found in a schema. {@code positions} lead from a row of that
 * schema through structs to the column. {@code nullable} says that the column or a struct around it
 * is optional. Identity is no transform here.
 */
public record BoundTerm(
    Field field,
    String name,
    List<Integer> positions,
    boolean nullable,
    Optional<Transform> transform) {

  public BoundTerm {
    positions = List.copyOf(positions);
  }

  public int fieldId() {
    return field.id();
  }

  /** Whether the column is inside a struct. */
  public boolean isNested() {
    return positions.size() > 1;
  }

  /** The type of the term's values. */
  public Type type() {
    return transform.map(t -> t.resultType(field.type())).orElse(field.type());
  }

  /** The type of the values of a term that is compared with a literal; these are primitive. */
  PrimitiveType primitiveType() {
    return (PrimitiveType) type();
  }
}

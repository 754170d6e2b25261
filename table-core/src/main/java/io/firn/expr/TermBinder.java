package io.firn.expr;

import io.firn.error.InvalidInputException;
import io.firn.error.UnsupportedFeatureException;
import io.firn.partition.IdentityTransform;
import io.firn.partition.Transform;
import io.firn.partition.UnknownTransform;
import io.firn.types.Field;
import io.firn.types.PrimitiveType;
import io.firn.types.Schema;
import io.firn.types.StructType;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Finds the column of a term in a schema. */
record TermBinder(Schema schema, CaseSensitivity caseSensitivity) {

  BoundTerm bind(Predicate.Term term) {
    BoundTerm column = bindReference(term.reference());
    if (!(term instanceof Predicate.Transformed transformed)) {
      return column;
    }
    Transform transform = transformed.transform();
    if (transform instanceof IdentityTransform) {
      return column;
    }
    if (transform instanceof UnknownTransform) {
      throw new UnsupportedFeatureException(
          "Cannot filter by the unknown transform " + transform + " of column " + column.name());
    }
    if (!(column.field().type() instanceof PrimitiveType) || !canTransform(transform, column)) {
      throw new InvalidInputException(
          "Cannot apply "
              + transform
              + " to column "
              + column.name()
              + " of type "
              + column.field().type());
    }
    return new BoundTerm(
        column.field(),
        column.name(),
        column.positions(),
        column.nullable(),
        Optional.of(transform));
  }

  private static boolean canTransform(Transform transform, BoundTerm column) {
    return transform.canTransform(column.field().type());
  }

  private BoundTerm bindReference(Predicate.Reference reference) {
    Field field =
        (caseSensitivity == CaseSensitivity.SENSITIVE
                ? schema.field(reference.name())
                : schema.fieldIgnoringCase(reference.name()))
            .orElseThrow(() -> missing(reference.name()));
    String name = schema.fullName(field.id()).orElseThrow();
    List<Field> path = path(field);
    List<Integer> positions = new ArrayList<>();
    StructType struct = schema.struct();
    boolean nullable = false;
    for (Field step : path) {
      nullable |= !step.required();
      positions.add(struct.fields().indexOf(step));
      if (step != field) {
        struct = structOf(step, name);
      }
    }
    return new BoundTerm(field, name, positions, nullable, Optional.empty());
  }

  private List<Field> path(Field field) {
    List<Field> path = new ArrayList<>(List.of(field));
    Optional<Integer> parent = schema.parentId(field.id());
    while (parent.isPresent()) {
      path.add(0, schema.field(parent.get()).orElseThrow());
      parent = schema.parentId(parent.get());
    }
    return path;
  }

  private static StructType structOf(Field field, String name) {
    if (field.type() instanceof StructType struct) {
      return struct;
    }
    throw new InvalidInputException(
        "Cannot filter on column " + name + ": it lies in " + field.name() + ", a " + field.type());
  }

  private InvalidInputException missing(String name) {
    List<String> names =
        schema.fieldsById().keySet().stream().map(id -> schema.fullName(id).orElseThrow()).toList();
    return new InvalidInputException(
        "Cannot find column " + name + " of the filter; there are: " + String.join(", ", names));
  }
}

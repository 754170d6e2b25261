package io.firn.operation;

import io.firn.error.InvalidInputException;
import io.firn.expr.CaseSensitivity;
import io.firn.operation.SchemaEdit.Position;
import io.firn.partition.PartitionField;
import io.firn.partition.PartitionSpec;
import io.firn.types.Field;
import io.firn.types.Promotion;
import io.firn.types.Schema;
import io.firn.types.SimpleType;
import io.firn.types.StructType;
import io.firn.types.Type;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;

/** Applies edits to a schema one after the other; each edit sees what those before it did. */
final class SchemaEditor {
  private final CaseSensitivity caseSensitivity;
  private final int formatVersion;
  private final PartitionSpec spec;
  private StructType struct;
  private Set<Integer> identifierIds;
  private int lastColumnId;

  SchemaEditor(
      Schema schema,
      int lastColumnId,
      int formatVersion,
      PartitionSpec spec,
      CaseSensitivity caseSensitivity) {
    this.struct = schema.struct();
    this.identifierIds = schema.identifierFieldIds();
    this.lastColumnId = lastColumnId;
    this.formatVersion = formatVersion;
    this.spec = spec;
    this.caseSensitivity = caseSensitivity;
  }

  /** The schema as it stands, checked. */
  Schema build() {
    Set<Integer> ids = new Schema(0, struct, Set.of()).fieldsById().keySet();
    for (int id : identifierIds) {
      if (!ids.contains(id)) {
        throw new InvalidInputException(
            "Cannot drop the identifier field with id "
                + id
                + ": set other identifier fields first");
      }
    }
    Schema schema = new Schema(0, struct, identifierIds);
    SchemaRules.requireValid(schema);
    return schema;
  }

  void apply(SchemaEdit edit) {
    if (edit instanceof SchemaEdit.AddColumn add) {
      add(add);
    } else if (edit instanceof SchemaEdit.DropColumn drop) {
      drop(drop);
    } else if (edit instanceof SchemaEdit.RenameColumn rename) {
      rename(rename);
    } else if (edit instanceof SchemaEdit.ChangeType change) {
      changeType(change);
    } else if (edit instanceof SchemaEdit.ChangeDoc change) {
      replace("change the comment of", change.path(), f -> f.withDoc(change.doc()));
    } else if (edit instanceof SchemaEdit.ChangeRequired change) {
      changeRequired(change);
    } else if (edit instanceof SchemaEdit.MoveColumn move) {
      move(move);
    } else if (edit instanceof SchemaEdit.ChangeWriteDefault change) {
      replace("change the default of", change.path(), f -> withWriteDefault(f, change));
    } else if (edit instanceof SchemaEdit.SetIdentifierFields set) {
      identifierIds = identifiers(set.fullNames());
    } else {
      throw new IllegalStateException("Unknown schema edit " + edit);
    }
  }

  private void replace(String verb, List<String> path, UnaryOperator<Field> change) {
    struct = tree(verb, path).replaceField(struct, change);
  }

  private SchemaTree tree(String verb, List<String> path) {
    return new SchemaTree(verb, path, caseSensitivity);
  }

  private static String last(List<String> path) {
    return path.get(path.size() - 1);
  }

  private static String name(List<String> path) {
    return String.join(".", path);
  }

  private void add(SchemaEdit.AddColumn edit) {
    String name = name(edit.path());
    if (edit.required() && edit.defaultValue().isEmpty()) {
      throw new InvalidInputException(
          "Cannot add required column "
              + name
              + " without a default value: the rows that are there already have none");
    }
    edit.defaultValue().ifPresent(v -> SchemaRules.requireDefault(name, edit.type(), v));
    SchemaTree tree = tree("add", edit.path());
    struct =
        tree.replaceSiblings(
            struct,
            siblings -> {
              requireNewName(tree, siblings, last(edit.path()), -1);
              int id = ++lastColumnId;
              Type type = new FreshIds(placeholder -> ++lastColumnId).assign(edit.type());
              Field field =
                  new Field(
                      id,
                      last(edit.path()),
                      edit.required(),
                      type,
                      edit.doc(),
                      edit.defaultValue(),
                      edit.defaultValue());
              return placed(tree, siblings, field, edit.position());
            });
  }

  private void requireNewName(SchemaTree tree, List<Field> siblings, String name, int ownId) {
    if (name.isEmpty()) {
      throw new InvalidInputException("A column needs a name");
    }
    List<Field> others = siblings.stream().filter(f -> f.id() != ownId).toList();
    tree.find(others, name)
        .ifPresent(
            f -> {
              throw new InvalidInputException(
                  "Cannot give a column the name "
                      + name
                      + ": column "
                      + f.name()
                      + " beside it already exists");
            });
  }

  private void drop(SchemaEdit.DropColumn edit) {
    SchemaTree tree = tree("drop", edit.path());
    struct =
        tree.replaceSiblings(
            struct,
            siblings -> {
              Field field = tree.find(siblings, last(edit.path())).orElseThrow(tree::missing);
              requireNoIdentifierIn(field, name(edit.path()));
              List<Field> rest = new ArrayList<>(siblings);
              rest.remove(field);
              return rest;
            });
  }

  private void requireNoIdentifierIn(Field field, String name) {
    Set<Integer> dropped = new HashSet<>(new Schema(0, List.of(field)).fieldsById().keySet());
    dropped.retainAll(identifierIds);
    if (!dropped.isEmpty()) {
      throw new InvalidInputException(
          "Cannot drop column "
              + name
              + (dropped.contains(field.id())
                  ? ": it is an identifier field"
                  : ": an identifier field is inside it")
              + "; set other identifier fields first");
    }
  }

  private void rename(SchemaEdit.RenameColumn edit) {
    SchemaTree tree = tree("rename", edit.path());
    struct =
        tree.replaceSiblings(
            struct,
            siblings -> {
              Field field = tree.find(siblings, last(edit.path())).orElseThrow(tree::missing);
              requireNewName(tree, siblings, edit.newName(), field.id());
              List<Field> fields = new ArrayList<>(siblings);
              fields.replaceAll(f -> f.id() == field.id() ? f.withName(edit.newName()) : f);
              return fields;
            });
  }

  private void changeType(SchemaEdit.ChangeType edit) {
    replace(
        "change the type of",
        edit.path(),
        field -> {
          if (field.type().equals(edit.newType())) {
            return field;
          }
          requirePromotion(field, edit);
          Optional<Object> initial =
              field.initialDefault().map(v -> SchemaRules.promoted(v, edit.newType()));
          Optional<Object> write =
              field.writeDefault().map(v -> SchemaRules.promoted(v, edit.newType()));
          return field.withType(edit.newType()).withInitialDefault(initial).withWriteDefault(write);
        });
  }

  private void requirePromotion(Field field, SchemaEdit.ChangeType edit) {
    if (!Promotion.isAllowed(field.type(), edit.newType(), formatVersion)) {
      throw new InvalidInputException(
          "Cannot change column type: "
              + name(edit.path())
              + ": "
              + SchemaRules.brief(field.type())
              + " -> "
              + SchemaRules.brief(edit.newType())
              + " is not a change that old data files can be read after");
    }
    if (field.type() == SimpleType.DATE) {
      for (PartitionField partition : spec.fields()) {
        boolean sameValues = partition.transform() instanceof io.firn.partition.TimeTransform;
        if (partition.sourceIds().contains(field.id()) && !sameValues) {
          throw new InvalidInputException(
              "Cannot change column type: "
                  + name(edit.path())
                  + " is the source of partition field "
                  + partition.name()
                  + ", whose values would change");
        }
      }
    }
  }

  private void changeRequired(SchemaEdit.ChangeRequired edit) {
    replace(
        "change whether values are required in",
        edit.path(),
        field -> {
          if (edit.required() && !field.required()) {
            throw new InvalidInputException(
                "Cannot change column nullability: "
                    + name(edit.path())
                    + ": optional -> required; rows that are there already may have no value");
          }
          return field.withRequired(edit.required());
        });
  }

  private static Field withWriteDefault(Field field, SchemaEdit.ChangeWriteDefault edit) {
    edit.value().ifPresent(v -> SchemaRules.requireDefault(name(edit.path()), field.type(), v));
    return field.withWriteDefault(edit.value());
  }

  private void move(SchemaEdit.MoveColumn edit) {
    SchemaTree tree = tree("move", edit.path());
    struct =
        tree.replaceSiblings(
            struct,
            siblings -> {
              Field field = tree.find(siblings, last(edit.path())).orElseThrow(tree::missing);
              List<Field> others = new ArrayList<>(siblings);
              others.remove(field);
              return placed(tree, others, field, edit.position());
            });
  }

  private static List<Field> placed(
      SchemaTree tree, List<Field> others, Field field, Position position) {
    List<Field> result = new ArrayList<>(others);
    if (position instanceof Position.First) {
      result.add(0, field);
    } else if (position instanceof Position.After after) {
      Field sibling =
          tree.find(others, after.sibling())
              .orElseThrow(
                  () ->
                      new InvalidInputException(
                          "Cannot put column "
                              + tree.name()
                              + " after "
                              + after.sibling()
                              + ": there is no such other column beside it"));
      result.add(others.indexOf(sibling) + 1, field);
    } else {
      result.add(field);
    }
    return result;
  }

  private Set<Integer> identifiers(List<String> fullNames) {
    Schema schema = new Schema(0, struct, Set.of());
    Set<Integer> ids = new HashSet<>();
    for (String name : fullNames) {
      String purpose = "set the identifier field " + name;
      ids.add(ColumnLookup.require(schema, name, caseSensitivity, purpose).id());
    }
    return ids;
  }
}

package io.firn.types;

import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** An ordered list of fields with distinct names and ids. */
public record StructType(List<Field> fields) implements Type {

  public StructType {
    fields = List.copyOf(fields);
    Set<String> names = new HashSet<>();
    for (Field field : fields) {
      if (!names.add(field.name())) {
        throw new IllegalArgumentException("Two fields of one struct are named " + field.name());
      }
    }
  }

  public static StructType of(Field... fields) {
    return new StructType(List.of(fields));
  }

  public Optional<Field> field(String name) {
    return fields.stream().filter(f -> f.name().equals(name)).findFirst();
  }

  public Optional<Field> fieldIgnoringCase(String name) {
    String lower = name.toLowerCase(Locale.ROOT);
    return fields.stream().filter(f -> f.name().toLowerCase(Locale.ROOT).equals(lower)).findFirst();
  }

  public Optional<Field> field(int id) {
    return fields.stream().filter(f -> f.id() == id).findFirst();
  }

  @Override
  public <R> R match(Cases<R> cases) {
    return cases.struct(this);
  }

  @Override
  public String toString() {
    return fields.stream().map(Field::toString).collect(Collectors.joining(", ", "struct<", ">"));
  }
}

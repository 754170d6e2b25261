package io.firn.codec.avro;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.avro.Schema;

/**
 * How a record's fields are read into a draft: decided once a file from the writer's schema, by
 * field id. Fields that this version does not know are skipped.
 */
final class RecordPlan<D> {
  private final List<Step<D>> steps;
  private final Set<Integer> foundIds;

  private RecordPlan(List<Step<D>> steps, Set<Integer> foundIds) {
    this.steps = steps;
    this.foundIds = foundIds;
  }

  /** Reads one field's value into the draft. */
  @FunctionalInterface
  interface Step<D> {
    void run(AvroBytes in, D draft);
  }

  /** Makes the step for a field whose values have this schema, which is not a union. */
  @FunctionalInterface
  interface Binding<D> {
    Step<D> bind(AvroShape shape, Schema schema);
  }

  static <D> RecordPlan<D> of(
      AvroShape shape, Schema recordSchema, Map<Integer, Binding<D>> bindings) {
    List<Step<D>> steps = new ArrayList<>();
    Set<Integer> foundIds = new HashSet<>();
    for (Schema.Field field : recordSchema.getFields()) {
      int id = shape.fieldId(field);
      Binding<D> binding = bindings.get(id);
      if (binding == null) {
        Skipper skipper = Skipper.of(shape, field.schema());
        steps.add((in, draft) -> skipper.skip(in));
      } else {
        foundIds.add(id);
        steps.add(step(shape, field.schema(), binding));
      }
    }
    return new RecordPlan<>(List.copyOf(steps), foundIds);
  }

  private static <D> Step<D> step(AvroShape shape, Schema schema, Binding<D> binding) {
    if (schema.getType() != Schema.Type.UNION) {
      return binding.bind(shape, schema);
    }
    List<Step<D>> branches = new ArrayList<>();
    for (Schema branch : schema.getTypes()) {
      branches.add(
          branch.getType() == Schema.Type.NULL ? (in, draft) -> {} : binding.bind(shape, branch));
    }
    return (in, draft) -> branches.get(in.readBranch(branches.size())).run(in, draft);
  }

  /** Fails unless the writer's schema has all these fields; values are their names. */
  RecordPlan<D> require(AvroShape shape, Map<Integer, String> required) {
    required.forEach(
        (id, name) -> {
          if (!foundIds.contains(id)) {
            throw shape.corrupt("the Avro schema has no field with id " + id + " (" + name + ")");
          }
        });
    return this;
  }

  void read(AvroBytes in, D draft) {
    for (int i = 0; i < steps.size(); i++) {
      steps.get(i).run(in, draft);
    }
  }
}

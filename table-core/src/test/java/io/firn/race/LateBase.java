package io.firn.race;

import io.firn.conflict.Guard;
import io.firn.model.TableChange;
import io.firn.operation.Operation;
import io.firn.operation.Planning;
import io.firn.operation.Rebasing;
import java.util.List;
import java.util.Optional;

/** A mistake: an operation that looks only once, and takes what landed later for what it read. */
record LateBase(Operation operation) implements Operation {

  @Override
  public String name() {
    return operation.name();
  }

  @Override
  public Operation rebasedOn(Rebasing state) {
    return this;
  }

  @Override
  public Optional<String> rebaseRefusal() {
    return Optional.empty();
  }

  @Override
  public TableChange planOn(Planning planning) {
    return operation.planOn(planning);
  }

  @Override
  public List<Guard> guards() {
    return List.of();
  }
}

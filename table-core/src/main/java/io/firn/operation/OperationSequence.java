package io.firn.operation;

import io.firn.error.UnsupportedFeatureException;
import io.firn.model.TableChange;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Several operations as one commit: each is planned on the result of the one before it. {@code
 * CREATE TABLE AS SELECT} is a table creation and an append.
 */
public record OperationSequence(List<Operation> operations) implements Operation {

  public OperationSequence {
    operations = List.copyOf(operations);
  }

  @Override
  public String name() {
    return operations.stream().map(Operation::name).collect(Collectors.joining(" and "));
  }

  @Override
  public TableChange planOn(Planning planning) {
    throw new UnsupportedFeatureException("Cannot plan " + name());
  }
}

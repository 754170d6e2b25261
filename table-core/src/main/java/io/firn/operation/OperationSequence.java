package io.firn.operation;

import io.firn.conflict.Guard;
import io.firn.model.MetadataBuilder;
import io.firn.model.Requirement;
import io.firn.model.Requirements;
import io.firn.model.TableChange;
import io.firn.model.TableMetadata;
import java.util.List;
import java.util.Optional;
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
    TableChange whole = new TableChange(List.of(), List.of());
    Planning next = planning;
    for (Operation operation : operations) {
      TableChange change = operation.planOn(next);
      whole = whole.then(new TableChange(onBase(change, planning.base()), change.updates()));
      next = next.next(apply(next, change));
    }
    return whole;
  }

  /** Of what a later operation requires, the part that earlier ones did not bring about. */
  private static List<Requirement> onBase(TableChange change, Optional<TableMetadata> base) {
    return change.requirements().stream()
        .filter(r -> Requirements.firstUnmet(base, List.of(r)).isEmpty())
        .toList();
  }

  private static TableMetadata apply(Planning planning, TableChange change) {
    return planning
        .base()
        .map(base -> MetadataBuilder.apply(base, change, planning.nowMillis()))
        .orElseGet(() -> MetadataBuilder.create(change, planning.nowMillis()));
  }

  @Override
  public List<Guard> guards() {
    return operations.stream().flatMap(o -> o.guards().stream()).toList();
  }
}

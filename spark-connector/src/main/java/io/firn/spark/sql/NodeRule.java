package io.firn.spark.sql;

import java.util.Optional;
import java.util.function.Function;
import scala.Function1;
import scala.PartialFunction;
import scala.runtime.AbstractPartialFunction;

/**
 * A change of tree nodes of one class, where the change does not decline. {@code B} is plans or
 * expressions.
 */
final class NodeRule<T extends B, B> extends AbstractPartialFunction<B, B> {
  private final Class<T> type;
  private final Function<T, Optional<B>> change;

  private NodeRule(Class<T> type, Function<T, Optional<B>> change) {
    this.type = type;
    this.change = change;
  }

  static <T extends B, B> PartialFunction<B, B> of(Class<T> type, Function<T, Optional<B>> change) {
    return new NodeRule<>(type, change);
  }

  @Override
  public boolean isDefinedAt(B node) {
    return type.isInstance(node);
  }

  @Override
  @SuppressWarnings("unchecked") // the fallback takes every node and returns a node
  public <A extends B, R> R applyOrElse(A node, Function1<A, R> otherwise) {
    if (type.isInstance(node)) {
      Optional<B> changed = change.apply(type.cast(node));
      if (changed.isPresent()) {
        return (R) changed.get();
      }
    }
    return otherwise.apply(node);
  }
}

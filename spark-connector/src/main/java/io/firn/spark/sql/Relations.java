package io.firn.spark.sql;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.apache.spark.sql.catalyst.analysis.RelationTimeTravel;
import org.apache.spark.sql.catalyst.analysis.UnresolvedRelation;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import scala.Product;
import scala.collection.Iterable;
import scala.jdk.javaapi.CollectionConverters;

/** Finds the relations in a plan that was just parsed. */
final class Relations {
  private Relations() {}

  /**
   * All of them, in subqueries, common table expressions and as targets too; but for those with
   * {@code AS OF}, which Spark keeps apart by itself.
   */
  static List<UnresolvedRelation> in(LogicalPlan plan) {
    List<UnresolvedRelation> found = new ArrayList<>();
    Deque<Object> open = new ArrayDeque<>();
    open.push(plan);
    while (!open.isEmpty()) {
      Object node = open.pop();
      if (node instanceof UnresolvedRelation relation) {
        found.add(relation);
      } else if (node instanceof RelationTimeTravel) {
        continue;
      } else if (node instanceof Iterable<?> many) {
        CollectionConverters.asJava(many).forEach(open::push);
      } else if (node instanceof Product product) {
        CollectionConverters.asJava(product.productIterator())
            .forEachRemaining(child -> push(open, child));
      }
    }
    return found;
  }

  private static void push(Deque<Object> open, Object child) {
    if (child != null) {
      open.push(child);
    }
  }
}

package io.firn.spark.sql;

import java.util.List;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.execution.SparkPlan;
import org.apache.spark.sql.execution.SparkStrategy;
import scala.collection.immutable.Seq;
import scala.jdk.javaapi.CollectionConverters;

/** Plans {@link ObservedSource}. */
public final class ObservedSources extends SparkStrategy {

  @Override
  public Seq<SparkPlan> apply(LogicalPlan plan) {
    List<SparkPlan> planned =
        plan instanceof ObservedSource source
            ? List.of(
                new ObservedSourceExec(source.keys(), source.gathered(), planLater(source.child())))
            : List.of();
    return CollectionConverters.asScala(planned).toSeq();
  }
}

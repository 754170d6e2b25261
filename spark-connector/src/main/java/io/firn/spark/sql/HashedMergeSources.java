package io.firn.spark.sql;

import java.util.Optional;
import org.apache.spark.sql.catalyst.plans.FullOuter$;
import org.apache.spark.sql.catalyst.plans.JoinType;
import org.apache.spark.sql.catalyst.plans.LeftOuter$;
import org.apache.spark.sql.catalyst.plans.RightOuter$;
import org.apache.spark.sql.catalyst.plans.logical.HintInfo;
import org.apache.spark.sql.catalyst.plans.logical.Join;
import org.apache.spark.sql.catalyst.plans.logical.JoinHint;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.Project;
import org.apache.spark.sql.catalyst.plans.logical.SHUFFLE_HASH$;
import org.apache.spark.sql.catalyst.rules.Rule;
import org.apache.spark.sql.execution.adaptive.LogicalQueryStage;
import org.apache.spark.sql.internal.SQLConf;
import scala.Option;
import scala.Some;

/**
 * Has the source of a MERGE hashed when it turned out so small that it would have been broadcast if
 * the join allowed that. Spark would sort both sides by the key, all rows of the target among them,
 * which come in the order of their files and are wanted in it afterwards. Runs when adaptive
 * execution plans anew, and leaves a source with a hint alone.
 */
public final class HashedMergeSources extends Rule<LogicalPlan> {

  @Override
  public LogicalPlan apply(LogicalPlan plan) {
    return (LogicalPlan)
        plan.transformUp(NodeRule.<Join, LogicalPlan>of(Join.class, HashedMergeSources::hashed));
  }

  private static Optional<LogicalPlan> hashed(Join join) {
    JoinType type = join.joinType();
    boolean allOfRight = type == RightOuter$.MODULE$ || type == FullOuter$.MODULE$;
    boolean allOfLeft = type == LeftOuter$.MODULE$ || type == FullOuter$.MODULE$;
    Option<HintInfo> hash = new Some<>(new HintInfo(new Some<>(SHUFFLE_HASH$.MODULE$)));
    if (allOfRight && join.hint().rightHint().isEmpty() && isSmallSource(join.right())) {
      return Optional.of(withHint(join, new JoinHint(join.hint().leftHint(), hash)));
    }
    return allOfLeft && join.hint().leftHint().isEmpty() && isSmallSource(join.left())
        ? Optional.of(withHint(join, new JoinHint(hash, join.hint().rightHint())))
        : Optional.empty();
  }

  private static boolean isSmallSource(LogicalPlan side) {
    LogicalPlan plan = side;
    while (plan instanceof Project) {
      plan = plan.children().head();
    }
    return plan instanceof LogicalQueryStage stage
        && stage.isMaterialized()
        && holdsSource(stage.logicalPlan())
        && stage.stats().sizeInBytes().bigInteger().bitLength() < Long.SIZE
        && stage.stats().sizeInBytes().longValue() <= SQLConf.get().autoBroadcastJoinThreshold();
  }

  private static boolean holdsSource(LogicalPlan plan) {
    return plan instanceof ObservedSource
        || (plan instanceof Project && holdsSource(plan.children().head()));
  }

  private static LogicalPlan withHint(Join join, JoinHint hint) {
    return JoinNode.changed(join, part -> part instanceof JoinHint ? hint : part);
  }
}

package io.firn.spark.sql;

import io.firn.conflict.RowTest;
import io.firn.operation.Statement.Unchanged;
import io.firn.spark.catalog.FirnTable;
import io.firn.spark.keys.SourceKeys;
import io.firn.spark.rowlevel.MergeInserts;
import io.firn.spark.rowlevel.MergeLookup;
import io.firn.spark.rowlevel.MergeTarget;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.expressions.And;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.plans.Inner$;
import org.apache.spark.sql.catalyst.plans.JoinType;
import org.apache.spark.sql.catalyst.plans.LeftAnti$;
import org.apache.spark.sql.catalyst.plans.LeftOuter$;
import org.apache.spark.sql.catalyst.plans.logical.Filter;
import org.apache.spark.sql.catalyst.plans.logical.Join;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.MergeRows;
import org.apache.spark.sql.catalyst.plans.logical.Project;
import org.apache.spark.sql.catalyst.plans.logical.RowLevelWrite;
import org.apache.spark.sql.catalyst.plans.logical.V2WriteCommand;
import org.apache.spark.sql.catalyst.rules.Rule;
import org.apache.spark.sql.catalyst.rules.UnknownRuleId$;
import org.apache.spark.sql.catalyst.trees.AlwaysProcess;
import org.apache.spark.sql.connector.write.RowLevelOperation.Command;
import org.apache.spark.sql.connector.write.SupportsDelta;
import org.apache.spark.sql.execution.datasources.v2.DataSourceV2Relation;
import scala.collection.immutable.Seq;
import scala.jdk.javaapi.CollectionConverters;

/**
 * Has the join keys of a MERGE gathered while it runs, so that its commit knows which rows it
 * looked up. Runs when Spark has rewritten the statement into a join and before anything is pushed
 * down. A MERGE with only NOT MATCHED clauses, of which Spark makes an append, becomes one that is
 * checked.
 */
public final class ObservedMerges extends Rule<LogicalPlan> {
  private final SparkSession session;

  public ObservedMerges(SparkSession session) {
    this.session = session;
  }

  @Override
  public LogicalPlan apply(LogicalPlan plan) {
    return plan.resolveOperatorsUpWithSubqueriesAndPruning(
        AlwaysProcess.fn(),
        UnknownRuleId$.MODULE$,
        NodeRule.of(LogicalPlan.class, this::rewritten));
  }

  private Optional<LogicalPlan> rewritten(LogicalPlan plan) {
    if (plan instanceof RowLevelWrite write) {
      return write.operation().command() == Command.MERGE
              && write.operation() instanceof MergeTarget target
          ? observed(write, target)
          : Optional.empty();
    }
    return plan instanceof V2WriteCommand write
            && write.table() instanceof DataSourceV2Relation relation
            && relation.table() instanceof FirnTable table
        ? insertsOnly(write, relation, table)
        : Optional.empty();
  }

  /** The source is on the right of the join. */
  private static Optional<LogicalPlan> observed(RowLevelWrite write, MergeTarget target) {
    Unchanged unchanged =
        rows(write.query()).map(rows -> rows.notMatchedInstructions().isEmpty()).orElse(false)
            ? Unchanged.DO_NOT_MATTER
            : Unchanged.HINDER_INSERTS;
    Optional<Join> join = join(write.query());
    if (join.isEmpty() || join.get().condition().isEmpty()) {
      target.lookedUpBy(MergeLookup.unknown("Spark planned it without a join", unchanged));
      return Optional.empty();
    }
    Optional<RowTest> unmatched =
        conditions(join.get().left(), target).anyOf(bySourceConditions(write));
    if (readsUnmatchedRows(write) && unmatched.isEmpty()) {
      target.lookedUpBy(
          MergeLookup.unknown("its NOT MATCHED BY SOURCE clause reads every row", unchanged));
      return Optional.empty();
    }
    LogicalPlan source = join.get().right();
    JoinKeys keys = keys(join.get(), target, join.get().left(), source);
    if (keys.isEmpty() || source instanceof ObservedSource) {
      keysAreNotKnown(source, target, unchanged);
      return Optional.empty();
    }
    SourceKeys gathered = keys.newSourceKeys();
    MergeLookup lookup = lookup(gathered, unchanged, join.get(), join.get().left(), target);
    target.lookedUpBy(unmatched.map(lookup::andUnmatched).orElse(lookup));
    LogicalPlan observed = observe(keys, gathered, filtered(join.get(), source));
    return Optional.of(
        (LogicalPlan)
            write.withNewQuery(
                withJoin(
                    write.query(),
                    found -> found.withNewChildren(seq(List.of(found.left(), observed))))));
  }

  private static void keysAreNotKnown(LogicalPlan source, MergeTarget target, Unchanged unchanged) {
    if (!(source instanceof ObservedSource)) {
      target.lookedUpBy(
          MergeLookup.unknown(
              "no column of the table has to equal something of the source", unchanged));
    }
  }

  private static boolean readsUnmatchedRows(RowLevelWrite write) {
    return rows(write.query()).isEmpty() || !bySourceConditions(write).isEmpty();
  }

  /** A rewritten file has an instruction for rows that no clause touches, too, as the last one. */
  private static List<Expression> bySourceConditions(RowLevelWrite write) {
    int own = write.operation() instanceof SupportsDelta ? 0 : 1;
    List<Expression> conditions = new ArrayList<>();
    rows(write.query())
        .map(rows -> CollectionConverters.asJava(rows.notMatchedBySourceInstructions()))
        .orElse(List.of())
        .forEach(instruction -> conditions.add(instruction.condition()));
    return conditions.subList(0, Math.max(0, conditions.size() - own));
  }

  private static RowConditions conditions(LogicalPlan targetSide, MergeTarget target) {
    return new RowConditions(CollectionConverters.asJava(targetSide.output()), target.schema());
  }

  /** By the keys, and by what is asked of rows of the target alone. */
  private static MergeLookup lookup(
      SourceKeys gathered, Unchanged unchanged, Join join, LogicalPlan side, MergeTarget target) {
    MergeLookup byKeys = MergeLookup.by(gathered, unchanged);
    return conditions(side, target).of(asked(join, side)).map(byKeys::ofRowsThat).orElse(byKeys);
  }

  /** Spark may have put into a filter of the target what the join need not ask then. */
  private static Expression asked(Join join, LogicalPlan targetSide) {
    Expression all = join.condition().get();
    LogicalPlan plan = targetSide;
    while (plan instanceof Project || plan instanceof Filter) {
      if (plan instanceof Filter filter) {
        all = new And(all, filter.condition());
      }
      plan = plan.children().head();
    }
    return all;
  }

  /** Where an unmatched source row has no effect, those that cannot match are left out first. */
  private static LogicalPlan filtered(Join join, LogicalPlan source) {
    JoinType type = join.joinType();
    if (type != Inner$.MODULE$ && type != LeftOuter$.MODULE$) {
      return source;
    }
    LogicalPlan filtered = source;
    List<Expression> ofSource = new ArrayList<>();
    for (Expression conjunct : JoinKeys.conjuncts(join.condition().get())) {
      if (conjunct.deterministic()
          && !conjunct.references().isEmpty()
          && conjunct.references().subsetOf(source.outputSet())) {
        ofSource.add(conjunct);
      }
    }
    Optional<Expression> all = ofSource.stream().reduce(And::new);
    return all.isPresent() ? new Filter(all.get(), filtered) : filtered;
  }

  /**
   * The source is on the left of an anti-join with the relation that the rows are appended to; in
   * an INSERT of a query that reads its target the two are different ones.
   */
  private Optional<LogicalPlan> insertsOnly(
      V2WriteCommand write, DataSourceV2Relation relation, FirnTable table) {
    Optional<Join> join =
        join(write.query())
            .filter(found -> found.joinType() == LeftAnti$.MODULE$)
            .filter(
                found ->
                    found.right() instanceof DataSourceV2Relation read
                        && read.table().equals(table)
                        && read.output().equals(relation.output()))
            .filter(found -> !(found.left() instanceof ObservedSource));
    if (join.isEmpty() || join.get().condition().isEmpty()) {
      return Optional.empty();
    }
    MergeInserts merge = new MergeInserts(session, table.table(), table.point());
    DataSourceV2Relation target = with(relation, table.forInsertsOf(merge));
    LogicalPlan source = join.get().left();
    JoinKeys keys = keys(join.get(), merge, join.get().right(), source);
    LogicalPlan observed;
    if (keys.isEmpty()) {
      keysAreNotKnown(source, merge, Unchanged.HINDER_INSERTS);
      observed = source;
    } else {
      SourceKeys gathered = keys.newSourceKeys();
      merge.lookedUpBy(
          lookup(gathered, Unchanged.HINDER_INSERTS, join.get(), join.get().right(), merge));
      observed = observe(keys, gathered, source);
    }
    LogicalPlan query =
        withJoin(write.query(), found -> found.withNewChildren(seq(List.of(observed, target))));
    return Optional.of((LogicalPlan) write.withNewTable(target).withNewQuery(query));
  }

  private static JoinKeys keys(
      Join join, MergeTarget target, LogicalPlan targetSide, LogicalPlan source) {
    return JoinKeys.of(
        join.condition().get(), target.schema(), targetSide.outputSet(), source.outputSet());
  }

  private static LogicalPlan observe(JoinKeys keys, SourceKeys gathered, LogicalPlan source) {
    return new ObservedSource(seq(keys.expressions()), gathered, source);
  }

  private static DataSourceV2Relation with(DataSourceV2Relation relation, FirnTable table) {
    return new DataSourceV2Relation(
        table,
        relation.output(),
        relation.catalog(),
        relation.identifier(),
        relation.options(),
        relation.timeTravelSpec());
  }

  private static Optional<Join> join(LogicalPlan query) {
    LogicalPlan plan = query;
    while (isAboveJoin(plan)) {
      plan = plan.children().head();
    }
    return plan instanceof Join join ? Optional.of(join) : Optional.empty();
  }

  private static Optional<MergeRows> rows(LogicalPlan query) {
    LogicalPlan plan = query;
    while (isAboveJoin(plan) && !(plan instanceof MergeRows)) {
      plan = plan.children().head();
    }
    return plan instanceof MergeRows rows ? Optional.of(rows) : Optional.empty();
  }

  /** What Spark puts between the write and the join. */
  private static boolean isAboveJoin(LogicalPlan plan) {
    return plan instanceof Project || plan instanceof Filter || plan instanceof MergeRows;
  }

  private static LogicalPlan withJoin(LogicalPlan plan, Function<Join, LogicalPlan> change) {
    return plan instanceof Join join
        ? change.apply(join)
        : (LogicalPlan)
            plan.withNewChildren(seq(List.of(withJoin(plan.children().head(), change))));
  }

  private static <T> Seq<T> seq(List<T> list) {
    return CollectionConverters.asScala(list).toSeq();
  }
}

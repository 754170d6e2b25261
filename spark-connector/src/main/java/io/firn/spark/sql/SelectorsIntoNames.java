package io.firn.spark.sql;

import io.firn.model.SnapshotRef;
import io.firn.spark.conf.Selector;
import io.firn.spark.conf.SelectorText;
import io.firn.spark.conf.WriteTarget;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.AliasIdentifier;
import org.apache.spark.sql.catalyst.analysis.UnresolvedRelation;
import org.apache.spark.sql.catalyst.plans.logical.InsertIntoStatement;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.SubqueryAlias;
import org.apache.spark.sql.catalyst.rules.Rule;
import org.apache.spark.sql.catalyst.rules.UnknownRuleId$;
import org.apache.spark.sql.catalyst.trees.AlwaysProcess;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;
import scala.PartialFunction;
import scala.jdk.javaapi.CollectionConverters;

/**
 * Moves options that say which snapshot to read into the table's name: {@code t WITH (`snapshot-id`
 * = 5)} becomes {@code t.snapshot_id_5}. Spark looks a table up once a statement by its name,
 * whatever the options: with the options in the name, each reference reads its own snapshot, with
 * that snapshot's schema.
 */
public final class SelectorsIntoNames extends Rule<LogicalPlan> {
  /** Set in a session whose statements this rule has seen. */
  static final String ACTIVE_KEY = "spark.sql.firn.selectorsIntoNames";

  private final SparkSession session;
  private final RelationNames names;

  public SelectorsIntoNames(SparkSession session) {
    this.session = session;
    this.names = new RelationNames(session);
  }

  @Override
  public LogicalPlan apply(LogicalPlan plan) {
    if (!session.conf().contains(ACTIVE_KEY)) {
      session.conf().set(ACTIVE_KEY, "true");
    }
    List<UnresolvedRelation> relations = Relations.in(plan);
    if (relations.stream().noneMatch(r -> !r.options().isEmpty() && !r.isStreaming())) {
      return plan;
    }
    LogicalPlan named = everywhere(plan, NodeRule.of(UnresolvedRelation.class, this::named));
    LogicalPlan apart = everywhere(named, NodeRule.of(InsertIntoStatement.class, this::apart));
    OptionConflicts.check(session, apart, "");
    return apart;
  }

  /** The relation with its selector in the name, under its old name as alias. */
  private Optional<LogicalPlan> named(UnresolvedRelation relation) {
    Optional<Selector> selector =
        relation.isStreaming() ? Optional.empty() : SelectorText.ofOptions(relation.options());
    // Spark takes versionAsOf out by itself, and keeps such relations apart.
    if (selector.isEmpty() || selector.get() instanceof Selector.Version) {
      return Optional.empty();
    }
    return names.fullName(relation).map(name -> select(relation, name, selector.get()));
  }

  /**
   * Reads of the table that an INSERT writes look at the head of main by name, so that the target's
   * options and theirs do not mix. A name with a selector is read as it says.
   */
  private Optional<LogicalPlan> apart(InsertIntoStatement insert) {
    if (!(insert.table() instanceof UnresolvedRelation target)) {
      return Optional.empty();
    }
    Optional<List<String>> targetName = names.fullName(target);
    if (targetName.isEmpty() || selects(targetName.get()) || isAudited(target)) {
      return Optional.empty();
    }
    LogicalPlan query =
        everywhere(
            insert.query(),
            NodeRule.of(
                UnresolvedRelation.class,
                source ->
                    names
                        .fullName(source)
                        .filter(name -> name.equals(targetName.get()))
                        .map(n -> select(source, n, new Selector.Branch(SnapshotRef.MAIN)))));
    return query.equals(insert.query())
        ? Optional.empty()
        : Optional.of(
            (LogicalPlan)
                insert.withNewChildren(CollectionConverters.asScala(List.of(query)).toSeq()));
  }

  /** Then reads and writes may both be of the session's audit branch. */
  private boolean isAudited(UnresolvedRelation target) {
    return session.conf().contains(WriteTarget.WAP_BRANCH_KEY)
        && target.options().keySet().stream().allMatch(OptionConflicts.WRITE_PRIVILEGES::equals);
  }

  private static boolean selects(List<String> name) {
    return SelectorText.ofNamePart(name.get(name.size() - 1)).isPresent();
  }

  private static LogicalPlan select(
      UnresolvedRelation relation, List<String> name, Selector selector) {
    List<String> selecting = new ArrayList<>(name);
    selecting.add(SelectorText.namePart(selector));
    UnresolvedRelation moved =
        new UnresolvedRelation(
            CollectionConverters.asScala(selecting).toSeq(),
            withoutSelector(relation.options()),
            relation.isStreaming());
    moved.copyTagsFrom(relation);
    int last = name.size() - 1;
    return new SubqueryAlias(
        new AliasIdentifier(
            name.get(last), CollectionConverters.asScala(name.subList(0, last)).toSeq()),
        moved);
  }

  private static CaseInsensitiveStringMap withoutSelector(CaseInsensitiveStringMap options) {
    Map<String, String> others = new HashMap<>(options.asCaseSensitiveMap());
    others.keySet().removeIf(SelectorText::isSelector);
    return new CaseInsensitiveStringMap(others);
  }

  private static LogicalPlan everywhere(
      LogicalPlan plan, PartialFunction<LogicalPlan, LogicalPlan> rule) {
    return plan.resolveOperatorsUpWithSubqueriesAndPruning(
        AlwaysProcess.fn(), UnknownRuleId$.MODULE$, rule);
  }
}

package io.firn.spark.sql;

import io.firn.spark.read.FirnScan;
import io.firn.spark.read.KeyedFiles;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.spark.sql.catalyst.expressions.Alias;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.NamedExpression;
import org.apache.spark.sql.catalyst.planning.ExtractEquiJoinKeys$;
import org.apache.spark.sql.catalyst.plans.Inner$;
import org.apache.spark.sql.catalyst.plans.JoinType;
import org.apache.spark.sql.catalyst.plans.LeftAnti$;
import org.apache.spark.sql.catalyst.plans.LeftOuter$;
import org.apache.spark.sql.catalyst.plans.LeftSemi$;
import org.apache.spark.sql.catalyst.plans.RightOuter$;
import org.apache.spark.sql.catalyst.plans.logical.BROADCAST$;
import org.apache.spark.sql.catalyst.plans.logical.Filter;
import org.apache.spark.sql.catalyst.plans.logical.HintInfo;
import org.apache.spark.sql.catalyst.plans.logical.Join;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.Project;
import org.apache.spark.sql.execution.datasources.v2.DataSourceV2ScanRelation;
import org.apache.spark.sql.internal.SQLConf;
import scala.Option;
import scala.collection.immutable.Seq;
import scala.jdk.javaapi.CollectionConverters;

/**
 * The two scans whose columns a join compares, if their files can be joined key by key.
 *
 * @param keyed whether that surely gains
 */
record JoinedScans(FirnScan left, FirnScan right, boolean keyed) {
  private record Column(FirnScan scan, String name) {}

  private record Pair(Column left, Column right) {}

  private static final Set<JoinType> KEEPS_LEFT =
      Set.of(Inner$.MODULE$, LeftOuter$.MODULE$, LeftSemi$.MODULE$, LeftAnti$.MODULE$);
  private static final Set<JoinType> KEEPS_RIGHT = Set.of(Inner$.MODULE$, RightOuter$.MODULE$);

  /** What was found of the joins below one, each of which is looked at once. */
  private record Search(
      KeyedFiles.Parallelism parallelism, Map<Join, Optional<JoinedScans>> found) {}

  /** Nothing for a join that Spark would not shuffle, or that is not of columns of such tables. */
  static Optional<JoinedScans> of(Join join, KeyedFiles.Parallelism parallelism) {
    return of(join, new Search(parallelism, new IdentityHashMap<>()));
  }

  private static Optional<JoinedScans> of(Join join, Search search) {
    Optional<JoinedScans> known = search.found().get(join);
    if (known == null) {
      known = find(join, search);
      search.found().put(join, known);
    }
    return known;
  }

  private static Optional<JoinedScans> find(Join join, Search search) {
    var parts = ExtractEquiJoinKeys$.MODULE$.unapply(join);
    if (parts.isEmpty() || isBroadcast(join)) {
      return Optional.empty();
    }
    List<Expression> leftKeys = list(parts.get()._2());
    List<Expression> rightKeys = list(parts.get()._3());
    Set<Pair> pairs = new LinkedHashSet<>();
    for (int i = 0; i < leftKeys.size(); i++) {
      Optional<Column> left = column(join.left(), leftKeys.get(i), search);
      Optional<Column> right = column(join.right(), rightKeys.get(i), search);
      if (left.isEmpty() || right.isEmpty()) {
        return Optional.empty();
      }
      pairs.add(new Pair(left.get(), right.get()));
    }
    return of(pairs, search);
  }

  private static Optional<JoinedScans> of(Set<Pair> pairs, Search search) {
    Pair first = pairs.iterator().next();
    FirnScan left = first.left().scan();
    FirnScan right = first.right().scan();
    boolean ofTwo =
        left != right
            && pairs.stream().allMatch(p -> p.left().scan() == left && p.right().scan() == right);
    if (!ofTwo) {
      return Optional.empty();
    }
    Optional<KeyedFiles> leftFiles = left.keyedFiles();
    Optional<KeyedFiles> rightFiles = leftFiles.isEmpty() ? Optional.empty() : right.keyedFiles();
    boolean keyed =
        rightFiles.isPresent()
            && areKeys(pairs, leftFiles.get().keys(), rightFiles.get().keys())
            && leftFiles.get().joinsByKeyWith(rightFiles.get(), search.parallelism());
    return Optional.of(new JoinedScans(left, right, keyed));
  }

  /** As Spark wants it: each key compared with the same of the other, and as a rule all columns. */
  private static boolean areKeys(
      Set<Pair> pairs, List<KeyedFiles.Key> left, List<KeyedFiles.Key> right) {
    boolean allCompared =
        (boolean) SQLConf.get().getConf(SQLConf.REQUIRE_ALL_CLUSTER_KEYS_FOR_CO_PARTITION());
    if (left.size() != right.size() || (allCompared && left.size() != pairs.size())) {
      return false;
    }
    List<Boolean> found = new ArrayList<>();
    for (int i = 0; i < left.size(); i++) {
      KeyedFiles.Key ofLeft = left.get(i);
      KeyedFiles.Key ofRight = right.get(i);
      found.add(
          ofLeft.transform().equals(ofRight.transform())
              && pairs.stream()
                  .anyMatch(
                      pair ->
                          pair.left().name().equals(ofLeft.column())
                              && pair.right().name().equals(ofRight.column())));
    }
    return !found.contains(false);
  }

  /** The column of a scan that comes as that expression, in the partitions of the scan. */
  private static Optional<Column> column(LogicalPlan plan, Expression expression, Search search) {
    if (!(expression instanceof Attribute attribute) || !plan.outputSet().contains(attribute)) {
      return Optional.empty();
    }
    if (plan instanceof DataSourceV2ScanRelation relation) {
      return relation.scan() instanceof FirnScan scan
          ? Optional.of(new Column(scan, attribute.name()))
          : Optional.empty();
    }
    if (plan instanceof Filter filter) {
      return column(filter.child(), attribute, search);
    }
    if (plan instanceof Project project) {
      return column(project.child(), source(project, attribute), search);
    }
    return plan instanceof Join join ? columnOf(join, attribute, search) : Optional.empty();
  }

  private static Expression source(Project project, Attribute attribute) {
    for (NamedExpression named : list(project.projectList())) {
      if (named.exprId().equals(attribute.exprId()) && named instanceof Alias alias) {
        return alias.child();
      }
    }
    return attribute;
  }

  private static Optional<Column> columnOf(Join join, Attribute attribute, Search search) {
    boolean isLeft = join.left().outputSet().contains(attribute);
    boolean kept = (isLeft ? KEEPS_LEFT : KEEPS_RIGHT).contains(join.joinType());
    return kept && of(join, search).filter(JoinedScans::keyed).isPresent()
        ? column(isLeft ? join.left() : join.right(), attribute, search)
        : Optional.empty();
  }

  private static boolean isBroadcast(Join join) {
    return (KEEPS_LEFT.contains(join.joinType())
            && isBroadcast(join.right(), join.hint().rightHint()))
        || (KEEPS_RIGHT.contains(join.joinType())
            && isBroadcast(join.left(), join.hint().leftHint()));
  }

  private static boolean isBroadcast(LogicalPlan side, Option<HintInfo> hint) {
    boolean hinted = hint.nonEmpty() && hint.get().strategy().contains(BROADCAST$.MODULE$);
    return hinted
        || side.stats()
                .sizeInBytes()
                .bigInteger()
                .compareTo(java.math.BigInteger.valueOf(SQLConf.get().autoBroadcastJoinThreshold()))
            <= 0;
  }

  private static <T> List<T> list(Seq<T> values) {
    return CollectionConverters.asJava(values);
  }
}

package io.firn.spark;

import io.firn.spark.ddl.StatementParser;
import io.firn.spark.sql.HashedMergeSources;
import io.firn.spark.sql.JoinsByKey;
import io.firn.spark.sql.MatchedMergeTargets;
import io.firn.spark.sql.NamesInUse;
import io.firn.spark.sql.NarrowMergeSources;
import io.firn.spark.sql.ObservedMerges;
import io.firn.spark.sql.ObservedSources;
import io.firn.spark.sql.OnePassStatements;
import io.firn.spark.sql.PrefilteredMergeTargets;
import io.firn.spark.sql.SelectorsIntoNames;
import io.firn.spark.sql.SizesByField;
import io.firn.spark.sql.StatementConditions;
import java.util.Set;
import org.apache.spark.sql.SparkSessionExtensions;
import scala.runtime.AbstractFunction1;
import scala.runtime.BoxedUnit;

/**
 * What Firn adds to a session: {@code spark.sql.extensions =
 * io.firn.spark.FirnSparkSessionExtensions}. It adds the statements for branches and tags,
 * partition fields, the order of writes and identifier fields. Without it everything else works
 * too, but a statement that reads two snapshots of one table by options is refused, and so is a
 * MERGE WITH SCHEMA EVOLUTION whose source has a narrower column than the table; conflicts of a
 * MERGE are decided by whole files, those of a DELETE or UPDATE by the part of its condition that
 * the table format can say, and a MERGE with only NOT MATCHED clauses is an append that conflicts
 * with nothing; copy-on-write DELETE and UPDATE shuffle the rows that they change, and all rows of
 * their files if these are carried through Spark; a MERGE shuffles and sorts all rows of the table
 * that it reads to join them with a source of any size; joins of tables that are partitioned alike
 * shuffle both; the size of an array of structs takes reading all fields of these; and Spark can
 * create tables of its own under names of Iceberg tables in the session catalog.
 *
 * <p>Next to Apache Iceberg's own extensions it stands behind them in the list: theirs take such
 * statements on any table, and it leaves those on other catalogs' tables to them.
 */
public final class FirnSparkSessionExtensions
    extends AbstractFunction1<SparkSessionExtensions, BoxedUnit> {
  private static final Set<String> CATALOGS =
      Set.of(FirnCatalog.class.getName(), FirnSessionCatalog.class.getName());

  @Override
  public BoxedUnit apply(SparkSessionExtensions extensions) {
    extensions.injectHintResolutionRule(SelectorsIntoNames::new);
    extensions.injectResolutionRule(session -> new MatchedMergeTargets());
    extensions.injectResolutionRule(NarrowMergeSources::new);
    extensions.injectParser((session, next) -> new StatementParser(session, CATALOGS, next));
    extensions.injectPostHocResolutionRule(ObservedMerges::new);
    extensions.injectPostHocResolutionRule(session -> new OnePassStatements());
    extensions.injectPostHocResolutionRule(NamesInUse::new);
    extensions.injectOptimizerRule(session -> new SizesByField());
    extensions.injectPreCBORule(session -> new StatementConditions());
    extensions.injectPreCBORule(session -> new PrefilteredMergeTargets());
    extensions.injectRuntimeOptimizerRule(session -> new HashedMergeSources());
    extensions.injectPlannerStrategy(session -> new ObservedSources());
    extensions.injectPlannerStrategy(JoinsByKey::new);
    return BoxedUnit.UNIT;
  }
}

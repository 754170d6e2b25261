package io.firn.spark.sql;

import io.firn.error.AlreadyExistsException;
import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.SaveMode;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.TableIdentifier;
import org.apache.spark.sql.catalyst.analysis.PersistedView$;
import org.apache.spark.sql.catalyst.catalog.SessionCatalog;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.NoopCommand;
import org.apache.spark.sql.catalyst.rules.Rule;
import org.apache.spark.sql.execution.command.AlterTableRenameCommand;
import org.apache.spark.sql.execution.command.CreateDataSourceTableAsSelectCommand;
import org.apache.spark.sql.execution.command.CreateDataSourceTableCommand;
import org.apache.spark.sql.execution.command.CreateTableCommand;
import org.apache.spark.sql.execution.command.CreateTableLikeCommand;
import org.apache.spark.sql.execution.command.CreateViewCommand;
import scala.jdk.javaapi.CollectionConverters;

/**
 * Keeps Spark's statements that create its own tables and views away from names that Iceberg tables
 * have: Spark does not ask a session catalog of another's, so that the new table would be hidden by
 * the Iceberg table.
 */
public final class NamesInUse extends Rule<LogicalPlan> {
  private final SparkSession session;

  public NamesInUse(SparkSession session) {
    this.session = session;
  }

  /** A name that a statement is about to give, and whether it may be in use. */
  private record NewName(TableIdentifier name, boolean isOnlyIfFree) {}

  @Override
  public LogicalPlan apply(LogicalPlan plan) {
    Optional<NewName> taken = newName(plan).filter(given -> isIceberg(given.name()));
    if (taken.isEmpty()) {
      return plan;
    }
    String name = taken.get().name().unquotedString();
    if (!taken.get().isOnlyIfFree()) {
      throw new AlreadyExistsException(
          "Cannot create " + name + ": it already exists, and is an Iceberg table");
    }
    return new NoopCommand("CREATE", CollectionConverters.asScala(List.of(name)).toSeq());
  }

  private static Optional<NewName> newName(LogicalPlan plan) {
    if (plan instanceof CreateDataSourceTableCommand create) {
      return Optional.of(new NewName(create.table().identifier(), create.ignoreIfExists()));
    }
    if (plan instanceof CreateDataSourceTableAsSelectCommand create) {
      return Optional.of(
          new NewName(create.table().identifier(), create.mode() == SaveMode.Ignore));
    }
    if (plan instanceof CreateTableCommand create) {
      return Optional.of(new NewName(create.table().identifier(), create.ignoreIfExists()));
    }
    if (plan instanceof CreateTableLikeCommand create) {
      return Optional.of(new NewName(create.targetTable(), create.ifNotExists()));
    }
    if (plan instanceof CreateViewCommand create
        && create.viewType().equals(PersistedView$.MODULE$)) {
      return Optional.of(new NewName(create.name(), create.allowExisting()));
    }
    if (plan instanceof AlterTableRenameCommand rename) {
      return Optional.of(new NewName(rename.newName(), false));
    }
    return Optional.empty();
  }

  /** Whether the session catalog is of Firn and knows the name, but Spark's own does not. */
  private boolean isIceberg(TableIdentifier given) {
    SessionCatalog sparks = session.sessionState().catalog();
    String database = given.database().getOrElse(sparks::getCurrentDatabase);
    return new RelationNames(session).isFirn(RelationNames.SESSION_CATALOG)
        && session
            .catalog()
            .tableExists(
                "%s.%s.%s"
                    .formatted(
                        RelationNames.SESSION_CATALOG, quoted(database), quoted(given.table())))
        && !sparks.tableExists(given);
  }

  private static String quoted(String part) {
    return "`" + part.replace("`", "``") + "`";
  }
}

package io.firn.it;

import io.firn.conflict.KeySet;
import io.firn.conflict.RowTest;
import io.firn.spark.keys.SourceKeys;
import io.firn.spark.sql.ObservedSource;
import io.firn.types.Field;
import io.firn.types.Schema;
import io.firn.types.SimpleType;
import io.firn.types.StructValue;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.apache.spark.TaskContext;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.api.java.UDF1;
import org.apache.spark.sql.catalyst.plans.logical.CommandResult;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.classic.SparkSession;
import org.apache.spark.sql.types.DataTypes;
import scala.jdk.javaapi.CollectionConverters;

/**
 * Runs MERGEs in a cluster in which tasks fail and lose their executor; prints what is known of the
 * keys that they looked up. Arguments: master, warehouse, class path of the executors.
 */
final class KeysProgram {
  private static final Schema ID = Schema.of(Field.optional(1, "id", SimpleType.LONG));
  private static final long LAST = 99;

  private KeysProgram() {}

  public static void main(String[] args) throws IOException {
    try (SparkSession session = start(args[0], args[1], args[2])) {
      Path marks = Files.createDirectories(Path.of(args[1]).resolveSibling("marks"));
      session.udf().register("fails_once", new FailsOnce(marks.toString()), DataTypes.LongType);
      session.udf().register("dies_once", new DiesOnce(marks.toString()), DataTypes.LongType);
      session.udf().register("of_attempt", new OfAttempt(), DataTypes.LongType);
      session.sql("CREATE NAMESPACE lake.db");
      print("retried", merge(session, "fails_once(id)", "0"));
      print("failed", marks.resolve("failed").toFile().exists());
      print("lost", merge(session, "of_attempt(id)", "dies_once(s.id)"));
      print("died", marks.resolve("died").toFile().exists());
      print("again", !session.sql("SELECT id FROM lake.db.t WHERE id >= 1000").isEmpty());
    }
  }

  private static SparkSession start(String master, String warehouse, String extraClassPath) {
    return SparkSession.builder()
        .master(master)
        .appName("firn keys")
        .config("spark.ui.enabled", "false")
        .config("spark.sql.shuffle.partitions", "2")
        .config("spark.sql.autoBroadcastJoinThreshold", "-1")
        .config("spark.serializer", "org.apache.spark.serializer.KryoSerializer")
        .config("spark.executor.extraClassPath", extraClassPath)
        .config("spark.scheduler.minRegisteredResourcesRatio", "1.0")
        .config("spark.scheduler.maxRegisteredResourcesWaitingTime", "120s")
        .config("spark.sql.extensions", "io.firn.spark.FirnSparkSessionExtensions")
        .config("spark.sql.catalog.lake", "io.firn.spark.FirnCatalog")
        .config("spark.sql.catalog.lake.type", "hadoop")
        .config("spark.sql.catalog.lake.warehouse", warehouse)
        .getOrCreate();
  }

  /** Merges 100 keys into an empty table; how many rows' keys are missing from those known. */
  private static String merge(SparkSession session, String key, String value) {
    session.sql("DROP TABLE IF EXISTS lake.db.t");
    session.sql(
        "CREATE TABLE lake.db.t (id BIGINT, v BIGINT) TBLPROPERTIES"
            + " ('write.merge.mode'='merge-on-read')");
    CommandResult result =
        (CommandResult)
            session
                .sql(
                    "MERGE INTO lake.db.t t USING (SELECT %s AS id FROM range(0, 100, 1, 2)) s ON t.id = s.id WHEN MATCHED THEN UPDATE SET v = -1 WHEN NOT MATCHED THEN INSERT (id, v) VALUES (s.id, %s)"
                        .formatted(key, value))
                .queryExecution()
                .commandExecuted();
    Optional<KeySet> keys = keys(result.commandLogicalPlan()).orElseThrow().complete();
    if (keys.isEmpty()) {
      return "not known";
    }
    RowTest.OfRows known = keys.get().over(ID);
    List<Row> written = session.sql("SELECT id FROM lake.db.t").collectAsList();
    long missing =
        written.stream().filter(row -> !known.mayMatch(StructValue.of(row.getLong(0)))).count();
    return "%d of %d missing".formatted(missing, written.size());
  }

  private static Optional<SourceKeys> keys(LogicalPlan plan) {
    return plan instanceof ObservedSource source
        ? Optional.of((SourceKeys) source.productElement(1))
        : CollectionConverters.asJava(plan.children()).stream()
            .flatMap(child -> keys(child).stream())
            .findFirst();
  }

  /** Whether this is the first call for the mark, of all processes. */
  private static boolean isFirst(String marks, String mark) {
    try {
      Files.createFile(Path.of(marks, mark));
      return true;
    } catch (FileAlreadyExistsException e) {
      return false;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Fails at the last key of a task. */
  private static final class FailsOnce implements UDF1<Long, Long> {
    private static final long serialVersionUID = 1L;
    private final String marks;

    FailsOnce(String marks) {
      this.marks = marks;
    }

    @Override
    public Long call(Long id) {
      if (id == LAST && isFirst(marks, "failed")) {
        throw new IllegalStateException("failed on purpose");
      }
      return id;
    }
  }

  /** Ends the executor, with all that tasks of the source have written there. */
  private static final class DiesOnce implements UDF1<Long, Long> {
    private static final long serialVersionUID = 1L;
    private final String marks;

    DiesOnce(String marks) {
      this.marks = marks;
    }

    @Override
    public Long call(Long id) {
      if (isFirst(marks, "died")) {
        Runtime.getRuntime().halt(1);
      }
      return id;
    }
  }

  /** Another key in each attempt of a stage. */
  private static final class OfAttempt implements UDF1<Long, Long> {
    private static final long serialVersionUID = 1L;

    @Override
    public Long call(Long id) {
      return id + 1000L * TaskContext.get().stageAttemptNumber();
    }
  }

  private static void print(String name, Object value) {
    System.out.println("RESULT " + name + "=" + value);
  }
}

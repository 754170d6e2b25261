package io.firn.it.twin;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.firn.it.Lakes;
import io.firn.it.ValueText;
import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Joins that Firn does key by key and Apache Iceberg, without settings, by shuffling. */
class JoinsByKeyTwinTest {
  private static final String[] TRANSFORMS = {"bucket(3, k)", "k", "days(day), bucket(2, k)"};

  @BeforeAll
  static void createTables() {
    Lakes.sql("CREATE NAMESPACE IF NOT EXISTS lake.keyjoins");
    for (int i = 0; i < TRANSFORMS.length; i++) {
      for (String side : List.of("l", "r")) {
        String table = "lake.keyjoins." + side + i;
        Lakes.sql(
            "CREATE TABLE %s (k BIGINT, day DATE, v STRING) PARTITIONED BY (%s) TBLPROPERTIES ('write.delete.mode'='merge-on-read')"
                .formatted(table, TRANSFORMS[i]));
        int from = side.equals("l") ? 0 : 7;
        Lakes.sql(
            "INSERT INTO %s SELECT if(id %% 9 = 8, NULL, id %% 25), date_add(DATE '2026-01-01', int(id %% 3)), concat('%s', id) FROM range(%d, %d, 1, 1)"
                .formatted(table, side, from, from + 40));
        Lakes.sql("DELETE FROM " + table + " WHERE k % 5 = 1");
      }
    }
  }

  @AfterAll
  static void dropTables() {
    for (int i = 0; i < TRANSFORMS.length; i++) {
      Lakes.sql("DROP TABLE lake.keyjoins.l" + i + " PURGE");
      Lakes.sql("DROP TABLE lake.keyjoins.r" + i + " PURGE");
    }
  }

  private static Dataset<Row> run(String query, String catalog) {
    SparkSession session = Lakes.session().newSession();
    session.conf().set("spark.sql.autoBroadcastJoinThreshold", "-1");
    session.conf().set("spark.sql.shuffle.partitions", "30");
    return session.sql(query.replace("CATALOG", catalog));
  }

  private static List<String> rows(Dataset<Row> data) {
    return data.collectAsList().stream().map(ValueText::of).sorted().toList();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {"0 | l.k = r.k", "1 | l.k = r.k", "2 | l.k = r.k AND r.day = l.day"})
  void theRowsAreTheSame(int table, String condition) {
    for (String join : List.of("JOIN", "LEFT JOIN", "FULL JOIN")) {
      String query =
          "SELECT l.k, l.v, r.v AS w FROM CATALOG.keyjoins.l%d l %s CATALOG.keyjoins.r%d r ON %s"
              .formatted(table, join, table, condition);
      Dataset<Row> firn = run(query, "lake");
      Dataset<Row> iceberg = run(query, "ice");
      String plan = firn.queryExecution().executedPlan().toString();
      assertFalse(plan.contains("hashpartitioning"), plan);
      assertTrue(iceberg.queryExecution().executedPlan().toString().contains("hashpartitioning"));
      List<String> expected = rows(iceberg);
      assertFalse(expected.isEmpty());
      assertEquals(expected, rows(firn));
    }
  }
}

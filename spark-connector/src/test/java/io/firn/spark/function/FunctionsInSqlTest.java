package io.firn.spark.function;

import static io.firn.spark.TestSession.messageWith;
import static io.firn.spark.TestSession.sql;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

class FunctionsInSqlTest {

  @Test
  void functionsAreCalledInNamespaceSystem() {
    assertEquals(
        List.of("[3,3,null,10,ic,47,574,2017-11-16,419686]"),
        sql(
            "SELECT lake.system.bucket(16, 34), lake.system.bucket(16, 34L),"
                + " lake.system.bucket(16, cast(null AS int)), lake.system.truncate(10, 19),"
                + " lake.system.truncate(2, 'iceberg'),"
                + " lake.system.years(TIMESTAMP '2017-11-16 22:31:08'),"
                + " lake.system.months(DATE '2017-11-16'),"
                + " lake.system.days(TIMESTAMP '2017-11-16 22:31:08'),"
                + " lake.system.hours(TIMESTAMP '2017-11-16 22:31:08')"));
    assertTrue(sql("SELECT lake.system.iceberg_version()").get(0).startsWith("[Firn "));
  }

  @Test
  void nullsOfEveryKindStayNull() {
    assertEquals(
        List.of("[null,null,null,null,null]"),
        sql(
            "SELECT lake.system.bucket(4, x), lake.system.truncate(4, x), lake.system.years(d),"
                + " lake.system.bucket(4, s), lake.system.truncate(4, s) FROM"
                + " (SELECT cast(null AS bigint) x, cast(null AS date) d, cast(null AS string) s)"));
  }

  @Test
  void functionsAreShownAndDescribed() {
    assertTrue(
        sql("SHOW FUNCTIONS IN lake.system").toString().contains("lake.system.bucket"),
        sql("SHOW FUNCTIONS IN lake.system").toString());
  }

  @Test
  void wrongCallsFailInTheAnalysis() {
    Exception e = assertThrows(Exception.class, () -> sql("SELECT lake.system.bucket(4, 1.5D)"));
    messageWith(e, "bucket(numBuckets, value) does not take values of type double");
    Exception missing = assertThrows(Exception.class, () -> sql("SELECT lake.system.zorder(1)"));
    messageWith(missing, "zorder");
  }
}

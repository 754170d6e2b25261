package io.firn.it.twin;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Random statements on a table with the columns {@link #COLUMNS}. The text has {@code %T} for the
 * table; statements read nothing but the table itself and constants, so that one statement does the
 * same to two tables of the same rows. {@code uid} tells rows apart and is never changed.
 */
final class RandomStatements {
  static final String COLUMNS =
      "uid BIGINT, id INT, k INT, name STRING, day DATE, at TIMESTAMP, amount DECIMAL(10,2), ratio"
          + " DOUBLE, flag BOOLEAN, point STRUCT<a: INT, b: STRING>, tags ARRAY<INT>, props"
          + " MAP<STRING, INT>, raw BINARY";

  private static final List<String> PARTITIONINGS =
      List.of("", "", "k", "bucket(3, id)", "day", "months(at)", "truncate(1, name)", "k, flag");

  private final Random random;
  private int nextUid;

  RandomStatements(Random random) {
    this.random = random;
  }

  /** The partitioning of the table, and its clause. */
  String partitionedBy() {
    String partitioning = oneOf(PARTITIONINGS);
    return partitioning.isEmpty() ? "" : " PARTITIONED BY (" + partitioning + ")";
  }

  String next() {
    switch (random.nextInt(12)) {
      case 0, 1:
        return insert();
      case 2, 3, 4:
        return "DELETE FROM %T WHERE " + condition("");
      case 5, 6, 7:
        return "UPDATE %T SET " + assignments("", "") + " WHERE " + condition("");
      case 8:
        return "INSERT OVERWRITE %T " + rows(1 + random.nextInt(10));
      default:
        return merge();
    }
  }

  String insert() {
    return "INSERT INTO %T " + rows(5 + random.nextInt(60));
  }

  private String rows(int count) {
    int from = nextUid;
    nextUid += count;
    return "SELECT " + values() + " FROM range(" + from + ", " + nextUid + ", 1, 1)";
  }

  /** Values by hash of the row's number: duplicates, nulls, and text of several lengths. */
  private String values() {
    int salt = random.nextInt(1000);
    return String.join(
        ", ",
        "id AS uid",
        pick(salt, 40, 19) + " AS id",
        pick(salt + 1, 4, 5) + " AS k",
        "concat(substr('abcdéf', 1 + pmod(hash(id, "
            + salt
            + "), 6), 1), "
            + pick(salt + 2, 30, 7)
            + ") AS name",
        "date_add(DATE '2026-01-01', " + pick(salt + 3, 5, 9) + ") AS day",
        "timestamp_seconds(1767225600 + 900000L * " + pick(salt + 4, 6, 11) + ") AS at",
        "CAST(" + pick(salt + 5, 1000, 6) + " / 10 AS DECIMAL(10,2)) AS amount",
        "IF(pmod(id, 13) = 4, DOUBLE('NaN'), " + pick(salt + 6, 50, 8) + " / 7D) AS ratio",
        pick(salt + 7, 2, 3) + " = 1 AS flag",
        "IF(pmod(id, 6) = 1, NULL, named_struct('a', "
            + pick(salt + 8, 9, 4)
            + ", 'b', string(id))) AS point",
        "IF(pmod(id, 5) = 2, NULL, array(int(id), NULL, 3)) AS tags",
        "IF(pmod(id, 7) = 2, NULL, map('x', int(id), 'y', NULL)) AS props",
        "IF(pmod(id, 8) = 2, NULL, CAST(string(id) AS BINARY)) AS raw");
  }

  /** A number below {@code bound}, or null for about one row in {@code nullEach}. */
  private static String pick(int salt, int bound, int nullEach) {
    return "IF(pmod(hash(id, %d), %d) = 0, NULL, pmod(hash(id, %d), %d))"
        .formatted(salt + 7919, nullEach, salt, bound);
  }

  private String condition(String alias) {
    String one = simple(alias);
    return switch (random.nextInt(6)) {
      case 0 -> one + " AND " + simple(alias);
      case 1 -> "(" + one + " OR " + simple(alias) + ")";
      case 2 -> "NOT (" + one + ")";
      case 3 -> alias.isEmpty() ? subquery() : one;
      default -> one;
    };
  }

  private String simple(String alias) {
    int n = random.nextInt(40);
    return switch (random.nextInt(16)) {
      case 0 -> alias + "id = " + n;
      case 1 -> alias + "id < " + n;
      case 2 -> alias + "id % 3 = " + n % 3;
      case 3 -> alias + "k = " + n % 4;
      case 4 -> alias + "k IS NULL";
      case 5 -> alias + "k <=> " + oneOf(List.of("NULL", "1"));
      case 6 -> alias + "name LIKE '" + oneOf(List.of("a%", "%1", "é%", "c2%")) + "'";
      case 7 -> alias + "day >= DATE '2026-01-0" + (1 + n % 5) + "'";
      case 8 -> alias + "at < TIMESTAMP '2026-01-2" + n % 9 + " 00:00:00'";
      case 9 -> alias + "amount BETWEEN " + n + " AND " + 2 * n;
      case 10 -> "isnan(" + alias + "ratio)";
      case 11 -> alias + "flag";
      case 12 -> alias + "point.a > " + n % 9;
      case 13 -> "size(" + alias + "tags) = 3 AND " + alias + "uid % 4 = " + n % 4;
      case 14 -> alias + "name IN ('a1', 'b2', 'c3', 'd4')";
      default -> alias + "uid % 5 = " + n % 5;
    };
  }

  private String subquery() {
    int n = random.nextInt(10);
    return switch (random.nextInt(4)) {
      case 0 -> "id IN (SELECT id FROM %T WHERE uid % 10 = " + n + ")";
      case 1 -> "id NOT IN (SELECT id FROM %T WHERE id IS NOT NULL AND uid % 3 = " + n % 3 + ")";
      case 2 -> "id > (SELECT avg(id) FROM %T)";
      default -> "uid IN (SELECT max(uid) FROM %T GROUP BY k)";
    };
  }

  private String assignments(String left, String right) {
    List<String> all =
        new ArrayList<>(
            List.of(
                left + "k = coalesce(" + right + "k, 0) + 1",
                left + "name = concat(" + right + "name, 'z')",
                left + "amount = " + right + "amount * 2 % 100",
                left + "flag = NOT " + right + "flag",
                left + "day = date_add(" + right + "day, 1)",
                left + "point.a = " + random.nextInt(9),
                left + "tags = array(" + random.nextInt(9) + ")",
                left + "ratio = NULL",
                left + "id = " + right + "id + 1"));
    java.util.Collections.shuffle(all, random);
    return String.join(", ", all.subList(0, 1 + random.nextInt(3)));
  }

  /** The source has every key once, so that no target row matches twice. */
  private String merge() {
    int from = nextUid;
    nextUid += 12;
    String source =
        random.nextInt(3) == 0
            ? "(SELECT max(struct(*)).* FROM %T WHERE uid % 3 = 1 GROUP BY uid)"
            : "(SELECT "
                + values()
                + " FROM range("
                + Math.max(0, from - 25)
                + ", "
                + nextUid
                + ", 1, 1))";
    StringBuilder sql = new StringBuilder("MERGE INTO %T t USING " + source + " s ON ");
    sql.append("t.uid = s.uid");
    if (random.nextInt(3) == 0) {
      sql.append(" AND ").append(simple("t."));
    }
    boolean any = false;
    if (random.nextInt(3) == 0) {
      sql.append(" WHEN MATCHED AND ").append(simple("t.")).append(" THEN DELETE");
      any = true;
    }
    if (random.nextInt(3) > 0) {
      sql.append(" WHEN MATCHED");
      if (random.nextBoolean()) {
        sql.append(" AND ").append(simple("s."));
      }
      sql.append(" THEN UPDATE SET ");
      sql.append(random.nextInt(4) == 0 ? "*" : assignments("t.", "s."));
      any = true;
    }
    if (!any || random.nextBoolean()) {
      sql.append(" WHEN NOT MATCHED");
      if (random.nextBoolean()) {
        sql.append(" AND ").append(simple("s."));
      }
      sql.append(" THEN INSERT *");
    }
    switch (random.nextInt(6)) {
      case 0 ->
          sql.append(" WHEN NOT MATCHED BY SOURCE AND ")
              .append(simple("t."))
              .append(" THEN DELETE");
      case 1 ->
          sql.append(" WHEN NOT MATCHED BY SOURCE AND ")
              .append(simple("t."))
              .append(" THEN UPDATE SET name = 'gone'");
      default -> {}
    }
    return sql.toString();
  }

  private <T> T oneOf(List<T> choices) {
    return choices.get(random.nextInt(choices.size()));
  }
}

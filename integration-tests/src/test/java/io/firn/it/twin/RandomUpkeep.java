package io.firn.it.twin;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Random;

/** Random maintenance of a table, and what its owner does to its history and to its layout. */
final class RandomUpkeep {
  private final Random random;
  private final KeptTable table;
  private int names;

  RandomUpkeep(Random random, KeptTable table) {
    this.random = random;
    this.table = table;
  }

  String next() {
    return switch (random.nextInt(13)) {
      case 0, 1 -> compaction();
      case 2 -> call("rewrite_manifests", "");
      case 3 -> call("rewrite_position_delete_files", ", options => map('rewrite-all', 'true')");
      case 4, 5 -> expiry();
      case 6 -> call("remove_orphan_files", ", older_than => " + timestamp(ago(2)));
      case 7 -> call("rollback_to_snapshot", ", snapshot_id => " + oneOf(table.ancestors()));
      case 8 -> call("set_current_snapshot", ", snapshot_id => " + anySnapshot());
      case 9 -> call("cherrypick_snapshot", ", snapshot_id => " + anySnapshot());
      case 10 -> reference();
      case 11 -> call(random.nextBoolean() ? "compute_partition_stats" : "compute_table_stats", "");
      default -> "ALTER TABLE %T " + oneOf(List.of("ADD", "DROP")) + " PARTITION FIELD flag";
    };
  }

  private String compaction() {
    String where = random.nextInt(3) == 0 ? ", where => 'uid < 50'" : "";
    String strategy =
        switch (random.nextInt(4)) {
          case 0 -> ", strategy => 'sort', sort_order => 'id DESC NULLS LAST'";
          case 1 -> ", strategy => 'sort', sort_order => 'zorder(id, k)'";
          default -> "";
        };
    return call("rewrite_data_files", strategy + ", options => map('rewrite-all', 'true')" + where);
  }

  private String expiry() {
    if (random.nextInt(3) == 0) {
      return call("expire_snapshots", ", snapshot_ids => array(" + anySnapshot() + "L)");
    }
    return call(
        "expire_snapshots",
        ", older_than => %s, retain_last => %d, clean_expired_metadata => %s"
            .formatted(timestamp(Instant.now()), 1 + random.nextInt(4), random.nextBoolean()));
  }

  private String reference() {
    String name = "r" + random.nextInt(names + 1);
    switch (random.nextInt(4)) {
      case 0:
        return "ALTER TABLE %T DROP TAG " + name;
      case 1:
        return "ALTER TABLE %T CREATE BRANCH b" + ++names + " AS OF VERSION " + anySnapshot();
      default:
        return "ALTER TABLE %T CREATE TAG r" + ++names + " AS OF VERSION " + anySnapshot();
    }
  }

  private String call(String procedure, String arguments) {
    return "CALL lake.system." + procedure + "(table => 'twin.kept'" + arguments + ")";
  }

  private long anySnapshot() {
    return oneOf(table.snapshots());
  }

  private static Instant ago(int days) {
    return Instant.now().minus(days, ChronoUnit.DAYS);
  }

  private static String timestamp(Instant instant) {
    return "TIMESTAMP '" + instant.truncatedTo(ChronoUnit.MILLIS) + "'";
  }

  private <T> T oneOf(List<T> choices) {
    return choices.get(random.nextInt(choices.size()));
  }
}

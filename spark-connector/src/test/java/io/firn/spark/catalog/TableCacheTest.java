package io.firn.spark.catalog;

import static io.firn.spark.TestSession.sql;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;

import io.firn.catalog.Namespace;
import io.firn.catalog.TableName;
import io.firn.catalog.TableState;
import io.firn.catalog.jdbc.JdbcCatalog;
import io.firn.io.hadoop.HadoopStorage;
import io.firn.operation.UpdateProperties;
import io.firn.spark.TestSession;
import io.firn.table.Table;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.sql.connector.catalog.Identifier;
import org.junit.jupiter.api.Test;

class TableCacheTest {
  private static final Identifier NAME = Identifier.of(new String[] {"cached"}, "t");

  @Test
  void unchangedMetadataIsNotReadAgainAndChangesOfOthersAreSeenAtOnce() throws Exception {
    sql("CREATE TABLE jlake.cached.t (id int)");
    TableState first = load().state();
    assertSame(first, load().state());

    try (JdbcCatalog other =
        JdbcCatalog.of(
            "jlake",
            Map.of(
                "uri", TestSession.get().conf().get("spark.sql.catalog.jlake.uri"),
                "warehouse", TestSession.jdbcWarehouse().toString()),
            new HadoopStorage(new Configuration()))) {
      Table.load(other.store(new TableName(Namespace.of("cached"), "t")))
          .commit(new UpdateProperties(Map.of("seen", "yes"), Set.of()));
    }
    TableState second = load().state();
    assertEquals("yes", second.metadata().properties().get("seen"));

    sql("REFRESH TABLE jlake.cached.t");
    assertNotSame(second, load().state());
    sql("DROP TABLE jlake.cached.t");
    sql("CREATE TABLE jlake.cached.t (other int)");
    assertEquals("other", load().metadata().schema().fields().get(0).name());
    sql("DROP TABLE jlake.cached.t");
  }

  @Test
  void whatACommitMadeOfATableIsNotReadAgain() throws Exception {
    Identifier name = Identifier.of(new String[] {"cached"}, "written");
    sql("CREATE TABLE lake.cached.written (id int)");
    Table table = load("lake", name);
    assertSame(table.state(), load("lake", name).state());
    Table changed = table.at(table.commit(new UpdateProperties(Map.of("seen", "yes"), Set.of())));
    assertSame(changed.state(), load("lake", name).state());

    sql("DROP TABLE lake.cached.written");
    sql("CREATE TABLE lake.cached.written (other int)");
    sql("ALTER TABLE lake.cached.written SET TBLPROPERTIES ('seen' = 'no')");
    assertEquals("other", load("lake", name).metadata().schema().fields().get(0).name());
    sql("DROP TABLE lake.cached.written");
  }

  @Test
  void entriesExpireAfterTheirLastUse() {
    TableState state = anyState();
    AtomicLong now = new AtomicLong(1_000);
    TableCache cache = new TableCache(100, () -> Instant.ofEpochMilli(now.get()));
    cache.put(NAME, state);
    now.set(1_100);
    assertEquals(Optional.of(state), cache.get(NAME));
    now.set(1_101);
    assertEquals(Optional.empty(), cache.get(NAME));

    TableCache forever = new TableCache(-1, () -> Instant.ofEpochMilli(now.get()));
    forever.put(NAME, state);
    now.set(Long.MAX_VALUE);
    assertEquals(Optional.of(state), forever.get(NAME));

    TableCache off = new TableCache(0, () -> Instant.ofEpochMilli(1));
    off.put(NAME, state);
    assertEquals(Optional.empty(), off.get(NAME));
  }

  private static TableState anyState() {
    sql("CREATE TABLE IF NOT EXISTS lake.cached.any (id int)");
    try {
      return ((FirnTable)
              TestSession.catalog("lake").loadTable(Identifier.of(new String[] {"cached"}, "any")))
          .table()
          .state();
    } catch (org.apache.spark.sql.catalyst.analysis.NoSuchTableException e) {
      throw new AssertionError(e);
    }
  }

  private static Table load() throws Exception {
    return load("jlake", NAME);
  }

  private static Table load(String catalog, Identifier name) throws Exception {
    return ((FirnTable) TestSession.catalog(catalog).loadTable(name)).table();
  }
}

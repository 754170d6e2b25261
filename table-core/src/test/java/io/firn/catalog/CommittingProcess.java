package io.firn.catalog;

import io.firn.catalog.hadoop.HadoopCatalog;
import io.firn.catalog.jdbc.JdbcCatalog;
import io.firn.io.local.LocalStorage;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/**
 * A process that waits for a byte on its input, tries to create a table, and then adds one to its
 * property {@code counter} so many times. Prints whether it was the one that created the table.
 */
public final class CommittingProcess {
  private CommittingProcess() {}

  public static void main(String[] arguments) throws Exception {
    int commits = Integer.parseInt(arguments[0]);
    Map<String, String> properties =
        arguments.length == 2
            ? Map.of("warehouse", arguments[1])
            : Map.of("warehouse", arguments[1], "uri", arguments[2]);
    LocalStorage storage = new LocalStorage();
    if (System.in.read() < 0) {
      return;
    }
    try (Catalog catalog =
        arguments.length == 2
            ? HadoopCatalog.of("lake", properties, storage)
            : JdbcCatalog.of("lake", properties, storage)) {
      run(catalog, commits);
    }
  }

  private static void run(Catalog catalog, int commits) {
    TableName table = new TableName(Namespace.of("db"), "t");
    TableStore store = catalog.store(table);
    SwapResult created =
        store.create(
            Changes.create(
                catalog.newTableLocation(table, Optional.empty()),
                UUID.randomUUID(),
                Map.of("counter", "0")));
    System.out.println(created instanceof SwapResult.Swapped ? "created" : "found");
    for (int done = 0; done < commits; ) {
      TableState base = store.load();
      int counter = Integer.parseInt(base.metadata().properties().get("counter"));
      SwapResult result = store.swap(base, Changes.set("counter", Integer.toString(counter + 1)));
      done += result instanceof SwapResult.Swapped ? 1 : 0;
    }
  }
}

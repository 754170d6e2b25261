package io.firn.spark.procedure;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.TreeMap;
import org.apache.spark.sql.connector.catalog.procedures.UnboundProcedure;

/** The procedures on the class path, by name. */
public final class SystemProcedures {
  public static final String NAMESPACE = "system";

  private final Map<String, ProcedureProvider> byName;

  private SystemProcedures(Map<String, ProcedureProvider> byName) {
    this.byName = byName;
  }

  /** Those that the jar of this class and its class loader know. */
  public static SystemProcedures discover() {
    Map<String, ProcedureProvider> found = new TreeMap<>();
    ClassLoader loader = ProcedureProvider.class.getClassLoader();
    for (ProcedureProvider provider : ServiceLoader.load(ProcedureProvider.class, loader)) {
      if (found.putIfAbsent(provider.name(), provider) != null) {
        throw new IllegalStateException("Two procedures are named " + provider.name());
      }
    }
    return new SystemProcedures(found);
  }

  public List<String> names() {
    return new ArrayList<>(byName.keySet());
  }

  /**
   * The procedure of that name, in any case, for the tables of a catalog.
   *
   * @throws UnknownProcedureException if there is none; the message lists those that there are
   */
  public UnboundProcedure load(String name, ProcedureTables tables) {
    ProcedureProvider provider = byName.get(name.toLowerCase(Locale.ROOT));
    if (provider == null) {
      throw new UnknownProcedureException(
          name,
          "Cannot find procedure "
              + name
              + " in "
              + tables.catalog()
              + "."
              + NAMESPACE
              + ": there are "
              + String.join(", ", byName.keySet()));
    }
    return provider.procedure(tables);
  }
}

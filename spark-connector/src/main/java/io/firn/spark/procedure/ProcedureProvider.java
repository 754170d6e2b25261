package io.firn.spark.procedure;

import org.apache.spark.sql.connector.catalog.procedures.UnboundProcedure;

/**
 * One procedure of namespace {@code system}. Found by {@link java.util.ServiceLoader}, so that it
 * needs a public constructor without parameters.
 */
public interface ProcedureProvider {

  /** The name in lower case, as in {@code CALL lake.system.<name>(...)}. */
  String name();

  /**
   * The procedure for the tables of a catalog. What it binds to must be an object of its own class:
   * Spark takes an object that is both unbound and bound for bound already.
   */
  UnboundProcedure procedure(ProcedureTables tables);
}

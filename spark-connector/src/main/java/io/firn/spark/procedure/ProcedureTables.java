package io.firn.spark.procedure;

import io.firn.table.Table;
import java.util.Map;
import java.util.Optional;
import org.apache.spark.sql.connector.catalog.Column;
import org.apache.spark.sql.connector.expressions.Transform;

/** The tables of the catalog that a procedure belongs to. */
public interface ProcedureTables {

  /** The catalog's name. */
  String catalog();

  /** Whether names are shared with Spark's own session catalog. */
  CatalogRole role();

  /**
   * The table of that name, as it is now. The name is what a user passed: {@code db.t} or {@code
   * lake.db.t}, parts in backticks where needed; a single part is taken from the current namespace
   * when the catalog is the current one.
   *
   * @throws io.firn.error.NotFoundException if there is no such table
   * @throws io.firn.error.InvalidInputException if the name is malformed, is of another catalog, or
   *     selects a branch, tag or snapshot
   */
  Table load(String name);

  /**
   * Adds the table that a metadata file describes, under a name as for {@link #load}.
   *
   * @throws io.firn.error.AlreadyExistsException if there is such a table
   * @throws io.firn.error.MissingFileException if there is no such file
   */
  Table register(String name, String metadataFile);

  /**
   * Prepares a table, under a name as for {@link #load}, as {@code CREATE TABLE} would create it.
   *
   * @throws io.firn.error.AlreadyExistsException if there is such a table
   */
  NewTable stage(
      String name, Column[] columns, Transform[] partitions, Map<String, String> properties);

  /**
   * Where a new table is to be, under a name as for {@link #load}, and what properties it gets.
   *
   * @param location where its user wants it
   * @throws io.firn.error.AlreadyExistsException if there is such a table
   * @throws io.firn.error.InvalidInputException if it may not be at the location
   */
  TablePlace place(String name, Optional<String> location, Map<String, String> properties);

  /** The table of that name, with the catalog's name and in backticks, for SQL. */
  String sqlName(String name);

  /** Makes Spark forget what it cached of the table of that name, which a procedure has changed. */
  void refresh(String name);
}

package io.firn.spark.catalog;

import io.firn.error.InvalidInputException;
import io.firn.error.NotFoundException;
import io.firn.spark.procedure.CatalogRole;
import io.firn.spark.procedure.NewTable;
import io.firn.spark.procedure.ProcedureTables;
import io.firn.spark.procedure.TablePlace;
import io.firn.table.Table;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.parser.ParseException;
import org.apache.spark.sql.connector.catalog.Column;
import org.apache.spark.sql.connector.catalog.Identifier;
import org.apache.spark.sql.connector.expressions.Transform;
import scala.jdk.javaapi.CollectionConverters;

/** The tables of a catalog for its procedures. */
public final class CatalogProcedureTables implements ProcedureTables {
  private final String catalog;
  private final List<String> defaultNamespace;
  private final FirnTables tables;
  private final CatalogRole role;

  public CatalogProcedureTables(CatalogSettings settings, FirnTables tables, CatalogRole role) {
    this.role = role;
    this.catalog = settings.name();
    this.defaultNamespace = settings.defaultNamespace();
    this.tables = tables;
  }

  @Override
  public String catalog() {
    return catalog;
  }

  @Override
  public CatalogRole role() {
    return role;
  }

  @Override
  public Table load(String name) {
    return tables
        .find(identifier(name))
        .orElseThrow(
            () ->
                new NotFoundException("Cannot find table " + name + " in the catalog " + catalog));
  }

  @Override
  public Table register(String name, String metadataFile) {
    return tables.register(identifier(name), metadataFile);
  }

  @Override
  public NewTable stage(
      String name, Column[] columns, Transform[] partitions, Map<String, String> properties) {
    return tables.stage(identifier(name), columns, partitions, properties);
  }

  @Override
  public TablePlace place(String name, Optional<String> location, Map<String, String> properties) {
    return tables.place(identifier(name), location, properties);
  }

  @Override
  public String sqlName(String name) {
    Identifier identifier = identifier(name);
    return Stream.concat(
            Stream.concat(Stream.of(catalog), Arrays.stream(identifier.namespace())),
            Stream.of(identifier.name()))
        .map(part -> "`" + part.replace("`", "``") + "`")
        .collect(Collectors.joining("."));
  }

  @Override
  public void refresh(String name) {
    SparkSession.active().catalog().refreshTable(sqlName(name));
  }

  private Identifier identifier(String name) {
    if (name.contains("/")) {
      return Identifier.of(new String[0], name);
    }
    List<String> parts = parse(name);
    if (parts.size() > 1 && parts.get(0).equals(catalog)) {
      parts = parts.subList(1, parts.size());
    }
    if (parts.size() == 1) {
      return Identifier.of(currentNamespace(), parts.get(0));
    }
    int last = parts.size() - 1;
    return Identifier.of(parts.subList(0, last).toArray(String[]::new), parts.get(last));
  }

  private String[] currentNamespace() {
    SparkSession session = SparkSession.active();
    if (!session.catalog().currentCatalog().equals(catalog)) {
      return defaultNamespace.toArray(String[]::new);
    }
    String current = session.catalog().currentDatabase();
    return current.isEmpty() ? new String[0] : parse(current).toArray(String[]::new);
  }

  private static List<String> parse(String name) {
    try {
      return CollectionConverters.asJava(
          SparkSession.active().sessionState().sqlParser().parseMultipartIdentifier(name));
    } catch (ParseException e) {
      throw new InvalidInputException("Not the name of a table: " + name, e);
    }
  }
}

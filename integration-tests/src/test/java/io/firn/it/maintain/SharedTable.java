package io.firn.it.maintain;

import io.firn.it.Lakes;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Table;
import org.apache.iceberg.hadoop.HadoopTables;

/** A table of the warehouse, which both engines see: as {@code lake} and as {@code ice}. */
record SharedTable(String name) {

  static SharedTable create(String name, String columns, String clauses) {
    Lakes.sql("CREATE NAMESPACE IF NOT EXISTS lake.maintain");
    SharedTable table = new SharedTable(name);
    Lakes.sql("CREATE TABLE " + table.lake() + " (" + columns + ") USING iceberg " + clauses);
    return table;
  }

  /** With columns that Spark's DDL has no words for. */
  static SharedTable create(String name, Schema schema) {
    Lakes.sql("CREATE NAMESPACE IF NOT EXISTS lake.maintain");
    SharedTable table = new SharedTable(name);
    new HadoopTables(new Configuration())
        .create(schema, PartitionSpec.unpartitioned(), table.location());
    return table;
  }

  String lake() {
    return "lake.maintain." + name;
  }

  String ice() {
    return "ice.maintain." + name;
  }

  private String location() {
    return Lakes.warehouse() + "/maintain/" + name;
  }

  /** The table as Iceberg's library sees it now. */
  Table load() {
    return new HadoopTables(new Configuration()).load(location());
  }

  /** {@code %T} is the table as Firn sees it. */
  List<String> lake(String statement) {
    return Lakes.rows(statement.replace("%T", lake()).replace("%N", "maintain." + name));
  }

  /** {@code %T} is the table as Apache Iceberg's connector sees it. */
  List<String> ice(String statement) {
    return Lakes.rows(statement.replace("%T", ice()).replace("%N", "maintain." + name));
  }
}

package io.firn.it.storm;

/** Whose connector runs the statements. */
enum Engine {
  FIRN("io.firn.spark.FirnCatalog"),
  ICEBERG("org.apache.iceberg.spark.SparkCatalog");

  private final String catalog;

  Engine(String catalog) {
    this.catalog = catalog;
  }

  /** The class of its catalog. */
  String catalog() {
    return catalog;
  }
}

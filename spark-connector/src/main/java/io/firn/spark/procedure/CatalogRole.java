package io.firn.spark.procedure;

/** What a catalog is to Spark's own session catalog. */
public enum CatalogRole {
  /** Another catalog, with names of its own. */
  APART,
  /** It stands before Spark's own: both have their tables under the same names. */
  SESSION
}

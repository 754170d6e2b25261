package io.firn.catalog;

/** A table's name in a catalog. */
public record TableName(Namespace namespace, String name) {

  @Override
  public String toString() {
    return namespace.isRoot() ? name : namespace + "." + name;
  }
}

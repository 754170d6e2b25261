package io.firn.catalog;

import java.util.List;

/** Levels of a namespace, outermost first; the empty namespace is the catalog's root. */
public record Namespace(List<String> levels) {
  public Namespace {
    levels = List.copyOf(levels);
  }

  public static Namespace of(String... levels) {
    return new Namespace(List.of(levels));
  }

  public static Namespace root() {
    return new Namespace(List.of());
  }

  public boolean isRoot() {
    return levels.isEmpty();
  }

  @Override
  public String toString() {
    return String.join(".", levels);
  }
}

package io.firn.delta;

import io.firn.codec.delta.DeltaSchema;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * One field id for each column of a table's history, found by its physical path: the ids that Delta
 * gave stay, since data files may have them, and other columns get ids above those.
 */
final class FieldIdRegistry implements DeltaSchema.FieldIds {
  private final Map<List<String>, Integer> byPath = new HashMap<>();
  private final Map<Integer, List<String>> byId = new HashMap<>();
  private int last;
  private Optional<String> contradiction = Optional.empty();

  /** {@code lastGiven} is the highest id that Delta gave to a column of the history. */
  FieldIdRegistry(int lastGiven) {
    this.last = lastGiven;
  }

  @Override
  public int given(List<String> path, int id) {
    int known = byPath.getOrDefault(path, id);
    List<String> owner = byId.getOrDefault(id, path);
    if (known != id || !owner.equals(path)) {
      contradiction = Optional.of("the column " + String.join(".", path) + " had another field id");
      return ++last;
    }
    byPath.put(path, id);
    byId.put(id, path);
    return id;
  }

  @Override
  public int missing(List<String> path) {
    return byPath.computeIfAbsent(path, p -> ++last);
  }

  /** Why the schemas so far cannot be those of one table. */
  Optional<String> contradiction() {
    return contradiction;
  }

  /** Finds the highest id that Delta gave. */
  static final class Scan implements DeltaSchema.FieldIds {
    private static final int ABOVE_ALL = 1 << 30;

    private int highest;
    private int placeholder = ABOVE_ALL;

    @Override
    public int given(List<String> path, int id) {
      highest = Math.max(highest, id);
      return ++placeholder;
    }

    @Override
    public int missing(List<String> path) {
      return ++placeholder;
    }

    int highest() {
      return highest;
    }
  }
}

package io.firn.operation;

import io.firn.partition.Transform;
import java.util.Optional;

/** One change of a table's partition spec. */
public sealed interface SpecEdit {

  /**
   * Without a name, the usual one is made: {@code col}, {@code col_bucket_16}, {@code col_trunc_4},
   * {@code col_day}.
   */
  record AddField(String column, Transform transform, Optional<String> name) implements SpecEdit {}

  record DropFieldByName(String name) implements SpecEdit {}

  record DropFieldByTransform(String column, Transform transform) implements SpecEdit {}

  record RenameField(String name, String newName) implements SpecEdit {}
}

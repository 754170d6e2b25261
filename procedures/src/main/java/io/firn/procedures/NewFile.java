package io.firn.procedures;

import io.firn.error.CommitStateUnknownException;
import io.firn.operation.Operation;
import io.firn.table.Table;
import java.util.List;

/** A file that was written for one commit, and goes if that surely did not happen. */
final class NewFile {
  private NewFile() {}

  static void register(Table table, String location, Operation operation) {
    try {
      table.commit(operation);
    } catch (CommitStateUnknownException e) {
      throw e;
    } catch (RuntimeException e) {
      table.storage().deleteAll(List.of(location));
      throw e;
    }
  }
}

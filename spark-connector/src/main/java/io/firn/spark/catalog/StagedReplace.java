package io.firn.spark.catalog;

import io.firn.error.CommitConflictException;
import io.firn.model.MetadataBuilder;
import io.firn.model.TableChange;
import io.firn.model.TableMetadata;
import io.firn.operation.Operation;
import io.firn.operation.Planning;
import io.firn.operation.ReplaceTable;
import io.firn.types.Schema;

/**
 * A replacement whose rows were written before it is committed: they carry the field ids and the
 * partition spec that it had then, so that it must still come out the same.
 */
record StagedReplace(ReplaceTable replace, TableMetadata stagedOn) implements Operation {

  @Override
  public String name() {
    return replace.name();
  }

  @Override
  public TableChange planOn(Planning planning) {
    TableChange change = replace.planOn(planning);
    TableMetadata base = planning.table();
    if (base.equals(stagedOn)) {
      return change;
    }
    if (!base.tableUuid().equals(stagedOn.tableUuid())) {
      throw conflict(planning, "the table was dropped and created again");
    }
    TableMetadata before = after(stagedOn, planning);
    TableMetadata now = MetadataBuilder.apply(base, change, planning.nowMillis());
    if (!sameFields(before.schema(), now.schema()) || !before.spec().equals(now.spec())) {
      throw conflict(planning, "its columns or partitions were changed");
    }
    return change;
  }

  private TableMetadata after(TableMetadata base, Planning planning) {
    Planning staging =
        new Planning(
            planning.tableName(),
            java.util.Optional.of(base),
            planning.files(),
            planning.nowMillis(),
            planning.attempt(),
            planning.step());
    return MetadataBuilder.apply(base, replace.planOn(staging), planning.nowMillis());
  }

  private static boolean sameFields(Schema a, Schema b) {
    return a.struct().toString().equals(b.struct().toString());
  }

  private static CommitConflictException conflict(Planning planning, String what) {
    return new CommitConflictException(
        "Cannot replace "
            + planning.tableName()
            + ": while the new rows were written, "
            + what
            + ". Run it again.");
  }
}

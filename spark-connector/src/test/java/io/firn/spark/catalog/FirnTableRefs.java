package io.firn.spark.catalog;

import io.firn.model.SnapshotRef.RefType;
import io.firn.operation.SetRef;
import io.firn.spark.TestSession;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.apache.spark.sql.catalyst.analysis.NoSuchTableException;
import org.apache.spark.sql.connector.catalog.Identifier;

/** Branches and tags for tests. */
public final class FirnTableRefs {
  private FirnTableRefs() {}

  public static void branch(
      String catalog, String namespace, String table, String name, long snapshot) {
    create(catalog, namespace, table, name, RefType.BRANCH, snapshot);
  }

  public static void tag(
      String catalog, String namespace, String table, String name, long snapshot) {
    create(catalog, namespace, table, name, RefType.TAG, snapshot);
  }

  private static void create(
      String catalog, String namespace, String table, String name, RefType type, long snapshot) {
    SetRef ref =
        new SetRef(
            name,
            type,
            OptionalLong.of(snapshot),
            OptionalInt.empty(),
            OptionalLong.empty(),
            OptionalLong.empty(),
            SetRef.Mode.CREATE);
    try {
      Identifier identifier = Identifier.of(new String[] {namespace}, table);
      ((FirnTable) TestSession.catalog(catalog).loadTable(identifier)).table().commit(ref);
    } catch (NoSuchTableException e) {
      throw new AssertionError(e);
    }
  }
}

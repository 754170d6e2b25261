package io.firn.operation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.firn.codec.json.NameMappingJson;
import io.firn.error.AlreadyExistsException;
import io.firn.error.FirnException;
import io.firn.error.InvalidInputException;
import io.firn.error.NotFoundException;
import io.firn.error.UnsupportedFeatureException;
import io.firn.expr.CaseSensitivity;
import io.firn.model.MetadataBuilder;
import io.firn.model.MetadataUpdate;
import io.firn.model.NameMapping;
import io.firn.model.Snapshot;
import io.firn.model.SnapshotRef;
import io.firn.model.SnapshotRef.RefType;
import io.firn.model.SortField;
import io.firn.model.TableChange;
import io.firn.model.TableMetadata;
import io.firn.operation.SchemaEdit.Position;
import io.firn.partition.BucketTransform;
import io.firn.partition.IdentityTransform;
import io.firn.partition.PartitionField;
import io.firn.partition.PartitionSpec;
import io.firn.partition.TimeTransform;
import io.firn.types.Field;
import io.firn.types.ListType;
import io.firn.types.MapType;
import io.firn.types.Schema;
import io.firn.types.SimpleType;
import io.firn.types.StructType;
import io.firn.types.Type;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;

final class StructuralOperationsTest {
  private static final Schema SCHEMA =
      Schema.of(
          Field.required(11, "id", SimpleType.LONG),
          Field.optional(12, "day", SimpleType.DATE),
          Field.optional(13, "point", StructType.of(Field.optional(14, "x", SimpleType.INT))),
          Field.optional(
              15, "tags", new MapType(16, SimpleType.STRING, 17, false, SimpleType.STRING)),
          Field.optional(18, "list", new ListType(19, false, SimpleType.FLOAT)));

  private static TableMetadata table(Map<String, String> properties) {
    PartitionSpec spec =
        new PartitionSpec(
            0, List.of(new PartitionField(12, 1000, "day", IdentityTransform.IDENTITY)));
    TableDefinition definition =
        new TableDefinition(SCHEMA, spec, io.firn.model.SortOrder.unsorted(), properties);
    return IcebergTables.created(new CreateTable(new UUID(1, 2), "file:/t/", definition));
  }

  private static TableMetadata withSnapshots() {
    TableMetadata table = table(Map.of());
    table = commit(table, 10, OptionalLong.empty(), "main");
    table = commit(table, 11, OptionalLong.of(10), "main");
    return commit(table, 20, OptionalLong.of(10), "side");
  }

  private static TableMetadata commit(
      TableMetadata base, long id, OptionalLong parent, String branch) {
    Snapshot snapshot =
        new Snapshot(
            id,
            parent,
            base.lastSequenceNumber() + 1,
            IcebergTables.NOW,
            Map.of("operation", "append"),
            Optional.of("m" + id),
            List.of(),
            OptionalInt.of(0),
            OptionalLong.empty(),
            OptionalLong.empty(),
            Optional.empty());
    return MetadataBuilder.apply(
        base,
        new TableChange(
            List.of(),
            List.of(
                new MetadataUpdate.AddSnapshot(snapshot),
                new MetadataUpdate.SetSnapshotRef(branch, SnapshotRef.branch(id)))),
        IcebergTables.NOW);
  }

  private static <E extends FirnException> String refusal(
      Class<E> type, TableMetadata base, Operation operation) {
    return assertThrows(type, () -> IcebergTables.after(base, operation)).getMessage();
  }

  private static String refusal(SchemaEdit... edits) {
    return refusal(InvalidInputException.class, table(Map.of()), schemaChange(edits));
  }

  private static UpdateSchema schemaChange(SchemaEdit... edits) {
    return new UpdateSchema(List.of(edits), CaseSensitivity.SENSITIVE);
  }

  private static SchemaEdit.AddColumn add(Type type, String... path) {
    return new SchemaEdit.AddColumn(
        List.of(path), type, false, Optional.empty(), Optional.empty(), new Position.Last());
  }

  @Test
  void createdTableHasFreshIdsAndTheProperties() {
    TableMetadata table = table(Map.of("a", "b"));
    assertEquals(2, table.formatVersion());
    assertEquals("file:/t", table.location());
    assertEquals(List.of(1, 2, 3, 4, 5), table.schema().fields().stream().map(Field::id).toList());
    assertEquals(6, table.schema().field("point.x").orElseThrow().id());
    assertEquals(7, table.schema().field("tags.key").orElseThrow().id());
    assertEquals(9, table.lastColumnId());
    assertEquals(
        List.of(new PartitionField(2, 1000, "day", IdentityTransform.IDENTITY)),
        table.spec().fields());
    assertEquals(Map.of("a", "b", "write.parquet.compression-codec", "zstd"), table.properties());
  }

  @Test
  void formatVersionIsTakenFromTheProperties() {
    assertEquals(3, table(Map.of("format-version", "3")).formatVersion());
    for (String version : List.of("1", "4")) {
      String message =
          assertThrows(
                  UnsupportedFeatureException.class, () -> table(Map.of("format-version", version)))
              .getMessage();
      assertEquals(
          "Cannot write tables of format version " + version + ": set format-version to 2 or 3",
          message);
    }
    assertThrows(InvalidInputException.class, () -> table(Map.of("format-version", "two")));
  }

  @Test
  void tablesAreCreatedOnceAndReplacedIfTheyExist() {
    TableDefinition definition = TableDefinition.of(SCHEMA, Map.of());
    CreateTable create = new CreateTable(new UUID(1, 2), "file:/t", definition);
    assertEquals(
        "Cannot create table db.t: it exists already",
        refusal(AlreadyExistsException.class, table(Map.of()), create));
    Operation replace = new ReplaceTable(Optional.empty(), definition, Optional.empty());
    assertThrows(
        NotFoundException.class, () -> replace.planOn(IcebergTables.planning(Optional.empty())));
    Operation createOrReplace = new ReplaceTable(Optional.empty(), definition, Optional.of(create));
    assertEquals(
        create.planOn(IcebergTables.planning(Optional.empty())),
        createOrReplace.planOn(IcebergTables.planning(Optional.empty())));
  }

  @Test
  void replacedTableKeepsHistoryAndIdsByNameAndType() {
    Schema next =
        Schema.of(
            Field.optional(1, "day", SimpleType.DATE),
            Field.optional(2, "id", SimpleType.STRING),
            Field.optional(
                3,
                "point",
                StructType.of(
                    Field.optional(4, "y", SimpleType.INT),
                    Field.optional(5, "x", SimpleType.INT))),
            Field.optional(6, "list", new ListType(7, false, SimpleType.DOUBLE)));
    TableMetadata base = withSnapshots();
    TableMetadata table =
        IcebergTables.after(
            base,
            new ReplaceTable(
                Optional.of("file:/elsewhere"),
                TableDefinition.of(next, Map.of("k", "v")),
                Optional.empty()));
    assertEquals(base.tableUuid(), table.tableUuid());
    assertEquals(OptionalLong.empty(), table.currentSnapshotId());
    assertEquals(base.snapshots(), table.snapshots());
    assertEquals(Set.of("side"), table.refs().keySet());
    assertEquals("file:/elsewhere", table.location());
    assertEquals("v", table.properties().get("k"));
    assertEquals(PartitionSpec.unpartitioned().withSpecId(1), table.spec());
    Schema schema = table.schema();
    assertEquals(2, schema.field("day").orElseThrow().id());
    assertEquals(10, schema.field("id").orElseThrow().id(), "another type");
    assertEquals(3, schema.field("point").orElseThrow().id());
    assertEquals(6, schema.field("point.x").orElseThrow().id());
    assertEquals(11, schema.field("point.y").orElseThrow().id());
    assertEquals(5, schema.field("list").orElseThrow().id());
    assertEquals(12, schema.field("list.element").orElseThrow().id(), "another type");
  }

  @Test
  void refusedSchemaChangesSayWhy() {
    assertEquals(
        "Cannot add required column n without a default value: the rows that are there already"
            + " have none",
        refusal(
            new SchemaEdit.AddColumn(
                List.of("n"),
                SimpleType.INT,
                true,
                Optional.empty(),
                Optional.empty(),
                new Position.Last())));
    assertEquals(
        "Cannot give a column the name id: column id beside it already exists",
        refusal(add(SimpleType.INT, "id")));
    assertEquals(
        "Cannot add id.x: it is not a field of a struct", refusal(add(SimpleType.INT, "id", "x")));
    assertEquals(
        "Cannot add column no.x: it does not exist", refusal(add(SimpleType.INT, "no", "x")));
    assertEquals(
        "Cannot drop column day: partition field day needs it; change that first",
        refusal(new SchemaEdit.DropColumn(List.of("day"))));
    assertEquals(
        "Cannot drop tags.key: the keys of a map cannot change",
        refusal(new SchemaEdit.DropColumn(List.of("tags", "key"))));
    assertEquals(
        "Cannot drop list.element: it is not a field of a struct",
        refusal(new SchemaEdit.DropColumn(List.of("list", "element"))));
    assertEquals(
        "Cannot change column type: id: long -> int is not a change that old data files can be"
            + " read after",
        refusal(new SchemaEdit.ChangeType(List.of("id"), SimpleType.INT)));
    assertEquals(
        "Cannot change column type: point: struct -> string is not a change that old data files"
            + " can be read after",
        refusal(new SchemaEdit.ChangeType(List.of("point"), SimpleType.STRING)));
    assertEquals(
        "Cannot change column nullability: day: optional -> required; rows that are there already"
            + " may have no value",
        refusal(new SchemaEdit.ChangeRequired(List.of("day"), true)));
    assertEquals(
        "Cannot put column day after day: there is no such other column beside it",
        refusal(new SchemaEdit.MoveColumn(List.of("day"), new Position.After("day"))));
    assertEquals(
        "Cannot change the comment of list.element: it is the element of a nested type",
        refusal(new SchemaEdit.ChangeDoc(List.of("list", "element"), Optional.of("x"))));
  }

  @Test
  void identifierFieldsStayUntilTheyAreChanged() {
    TableMetadata table =
        IcebergTables.after(
            table(Map.of()),
            new UpdateIdentifierFields(
                UpdateIdentifierFields.Kind.SET, List.of("ID"), CaseSensitivity.INSENSITIVE));
    assertEquals(Set.of(1), table.schema().identifierFieldIds());
    assertEquals(
        "Cannot drop column id: it is an identifier field; set other identifier fields first",
        refusal(
            InvalidInputException.class,
            table,
            schemaChange(new SchemaEdit.DropColumn(List.of("id")))));
    assertEquals(
        "Column id cannot be an identifier field: it is not required",
        refusal(
            InvalidInputException.class,
            table,
            schemaChange(new SchemaEdit.ChangeRequired(List.of("id"), false))));
    assertEquals(
        "Cannot drop the identifier field day: it is none",
        refusal(
            InvalidInputException.class,
            table,
            new UpdateIdentifierFields(
                UpdateIdentifierFields.Kind.DROP, List.of("day"), CaseSensitivity.SENSITIVE)));
    table =
        IcebergTables.after(
            table,
            new UpdateIdentifierFields(
                UpdateIdentifierFields.Kind.DROP, List.of("id"), CaseSensitivity.SENSITIVE));
    assertEquals(Set.of(), table.schema().identifierFieldIds());
  }

  @Test
  void namesIgnoringCaseConflictWhereCaseDoesNotCount() {
    UpdateSchema insensitive =
        new UpdateSchema(List.of(add(SimpleType.INT, "POINT", "X")), CaseSensitivity.INSENSITIVE);
    assertEquals(
        "Cannot give a column the name X: column x beside it already exists",
        refusal(InvalidInputException.class, table(Map.of()), insensitive));
    TableMetadata table =
        IcebergTables.after(table(Map.of()), schemaChange(add(SimpleType.INT, "point", "X")));
    assertEquals(10, table.schema().field("point.X").orElseThrow().id());
    TableMetadata renamed =
        IcebergTables.after(
            table(Map.of()),
            new UpdateSchema(
                List.of(new SchemaEdit.RenameColumn(List.of("Id"), "ID")),
                CaseSensitivity.INSENSITIVE));
    assertEquals(1, renamed.schema().field("ID").orElseThrow().id());
  }

  @Test
  void defaultsNeedVersionThreeAndFitTheType() {
    SchemaEdit.AddColumn withDefault =
        new SchemaEdit.AddColumn(
            List.of("n"),
            SimpleType.INT,
            true,
            Optional.empty(),
            Optional.of(7),
            new Position.First());
    assertEquals(
        "Column n with a default value needs format version 3, the table has 2; set the table"
            + " property format-version to 3",
        refusal(InvalidInputException.class, table(Map.of()), schemaChange(withDefault)));
    TableMetadata v3 = table(Map.of("format-version", "3"));
    TableMetadata table = IcebergTables.after(v3, schemaChange(withDefault));
    Field field = table.schema().fields().get(0);
    assertEquals("n", field.name());
    assertEquals(Optional.of(7), field.initialDefault());
    assertEquals(Optional.of(7), field.writeDefault());
    table =
        IcebergTables.after(
            table,
            schemaChange(
                new SchemaEdit.ChangeWriteDefault(List.of("n"), Optional.of(8)),
                new SchemaEdit.ChangeType(List.of("n"), SimpleType.LONG)));
    field = table.schema().field("n").orElseThrow();
    assertEquals(Optional.of(7L), field.initialDefault());
    assertEquals(Optional.of(8L), field.writeDefault());
    assertEquals(
        "Default x of column id is not a value of type long",
        refusal(
            InvalidInputException.class,
            v3,
            schemaChange(new SchemaEdit.ChangeWriteDefault(List.of("id"), Optional.of("x")))));
  }

  @Test
  void dateBecomesTimestampOnlyWherePartitionValuesStay() {
    TableMetadata v3 = table(Map.of("format-version", "3"));
    UpdateSchema change =
        schemaChange(new SchemaEdit.ChangeType(List.of("day"), SimpleType.TIMESTAMP));
    assertEquals(
        "Cannot change column type: day is the source of partition field day, whose values would"
            + " change",
        refusal(InvalidInputException.class, v3, change));
    TableMetadata byMonth =
        IcebergTables.after(
            v3,
            new UpdateSpec(
                List.of(
                    new SpecEdit.DropFieldByName("day"),
                    new SpecEdit.AddField("day", TimeTransform.MONTH, Optional.empty())),
                CaseSensitivity.SENSITIVE));
    assertEquals(
        SimpleType.TIMESTAMP,
        IcebergTables.after(byMonth, change).schema().field("day").orElseThrow().type());
  }

  @Test
  void propertiesThatNameColumnsFollowThem() {
    TableMetadata table =
        table(
            Map.of(
                "write.metadata.metrics.column.id", "full",
                "write.metadata.metrics.column.point.x", "none",
                "write.parquet.bloom-filter-enabled.column.list", "true",
                "schema.name-mapping.default",
                    NameMappingJson.write(
                        new NameMapping(
                            List.of(
                                new NameMapping.MappedField(
                                    Set.of("id"), OptionalInt.of(1), NameMapping.empty()))))));
    table =
        IcebergTables.after(
            table,
            schemaChange(
                new SchemaEdit.RenameColumn(List.of("id"), "key"),
                new SchemaEdit.RenameColumn(List.of("point"), "place"),
                new SchemaEdit.DropColumn(List.of("list"))));
    Map<String, String> properties = table.properties();
    assertEquals("full", properties.get("write.metadata.metrics.column.key"));
    assertEquals("none", properties.get("write.metadata.metrics.column.place.x"));
    assertEquals(
        2 + 2,
        properties.size(),
        "two metrics columns, the name mapping, the codec: " + properties);
    NameMapping mapping = NameMappingJson.parse(properties.get("schema.name-mapping.default"));
    assertEquals(OptionalInt.of(1), mapping.field("id").orElseThrow().id());
    assertEquals(OptionalInt.of(1), mapping.field("key").orElseThrow().id());
  }

  @Test
  void editsAreAppliedToWhateverIsCurrent() {
    TableMetadata base = table(Map.of());
    UpdateSchema mine = schemaChange(add(SimpleType.INT, "mine"));
    TableMetadata moved = IcebergTables.after(base, schemaChange(add(SimpleType.INT, "theirs")));
    Schema schema = IcebergTables.after(moved, mine).schema();
    assertEquals(10, schema.field("theirs").orElseThrow().id());
    assertEquals(11, schema.field("mine").orElseThrow().id());
    assertTrue(IcebergTables.after(base, schemaChange()).equals(base), "no edits, no change");
  }

  @Test
  void partitionFieldsHaveTheUsualNames() {
    TableMetadata table =
        IcebergTables.after(
            table(Map.of()),
            new UpdateSpec(
                List.of(
                    new SpecEdit.AddField("ID", new BucketTransform(16), Optional.empty()),
                    new SpecEdit.AddField("day", TimeTransform.YEAR, Optional.empty()),
                    new SpecEdit.AddField("point.x", new BucketTransform(2), Optional.of("shard")),
                    new SpecEdit.RenameField("day", "by_day")),
                CaseSensitivity.INSENSITIVE));
    assertEquals(
        List.of("by_day", "id_bucket_16", "day_year", "shard"),
        table.spec().fields().stream().map(PartitionField::name).toList());
    assertEquals(
        List.of(1000, 1001, 1002, 1003),
        table.spec().fields().stream().map(PartitionField::fieldId).toList());
    assertEquals(
        "Cannot drop partition field nothing: the table's spec has none such",
        refusal(
            InvalidInputException.class,
            table,
            new UpdateSpec(
                List.of(new SpecEdit.DropFieldByName("nothing")), CaseSensitivity.SENSITIVE)));
    assertEquals(
        "Cannot partition by bucket[4] of list: its type is list",
        refusal(
            InvalidInputException.class,
            table,
            new UpdateSpec(
                List.of(new SpecEdit.AddField("list", new BucketTransform(4), Optional.empty())),
                CaseSensitivity.SENSITIVE)));
  }

  @Test
  void sortOrderIsSetByColumnNamesAndUsedAgain() {
    UpdateSortOrder order =
        new UpdateSortOrder(
            List.of(
                new UpdateSortOrder.NamedSortField(
                    "id",
                    IdentityTransform.IDENTITY,
                    SortField.Direction.DESC,
                    SortField.NullOrder.NULLS_LAST)),
            CaseSensitivity.SENSITIVE);
    TableMetadata table = IcebergTables.after(table(Map.of()), order);
    assertEquals(1, table.defaultSortOrderId());
    assertEquals(1, table.sortOrder().fields().get(0).sourceId());
    TableMetadata unsorted =
        IcebergTables.after(table, new UpdateSortOrder(List.of(), CaseSensitivity.SENSITIVE));
    assertEquals(0, unsorted.defaultSortOrderId());
    TableMetadata again = IcebergTables.after(unsorted, order);
    assertEquals(1, again.defaultSortOrderId());
    assertEquals(2, again.sortOrders().size());
    assertEquals(
        "Cannot drop column id: the table's sort order needs it; change that first",
        refusal(
            InvalidInputException.class,
            again,
            schemaChange(new SchemaEdit.DropColumn(List.of("id")))));
  }

  @Test
  void propertiesAreSetRemovedAndChecked() {
    TableMetadata table =
        IcebergTables.after(
            table(Map.of("a", "1", "b", "2")),
            new UpdateProperties(Map.of("a", "3", "format-version", "3"), Set.of("b", "no")));
    assertEquals(3, table.formatVersion());
    assertEquals(Map.of("a", "3", "write.parquet.compression-codec", "zstd"), table.properties());
    TableMetadata base = table;
    assertEquals(
        "Cannot downgrade the table from format version 3 to 2",
        refusal(InvalidInputException.class, base, new UpgradeFormatVersion(2)));
    assertEquals(
        "Cannot set or remove the table property uuid: it is computed from the table's metadata",
        refusal(
            InvalidInputException.class,
            base,
            new UpdateProperties(Map.of("uuid", "x"), Set.of())));
    assertEquals(
        "Invalid value 'x' of commit.retry.num-retries: expected an integer",
        refusal(
            InvalidInputException.class,
            base,
            new UpdateProperties(Map.of("commit.retry.num-retries", "x"), Set.of())));
    assertEquals(
        "Cannot set the table property write.metadata.metrics.column.no: the table has no column"
            + " no",
        refusal(
            InvalidInputException.class,
            base,
            new UpdateProperties(Map.of("write.metadata.metrics.column.no", "full"), Set.of())));
    assertEquals(
        "Cannot both set and remove the table property a",
        refusal(
            InvalidInputException.class,
            base,
            new UpdateProperties(Map.of("a", "x"), Set.of("a"))));
  }

  @Test
  void locationIsSetWithoutTrailingSlash() {
    TableMetadata table =
        IcebergTables.after(table(Map.of()), new UpdateLocation("s3://bucket/t//"));
    assertEquals("s3://bucket/t", table.location());
  }

  private static SetRef setRef(String name, RefType type, OptionalLong id, SetRef.Mode mode) {
    return new SetRef(
        name, type, id, OptionalInt.empty(), OptionalLong.empty(), OptionalLong.empty(), mode);
  }

  @Test
  void branchesAndTagsAreCreatedReplacedAndDropped() {
    TableMetadata base = withSnapshots();
    TableMetadata table =
        IcebergTables.after(
            base,
            new SetRef(
                "b",
                RefType.BRANCH,
                OptionalLong.empty(),
                OptionalInt.of(3),
                OptionalLong.of(1000),
                OptionalLong.of(2000),
                SetRef.Mode.CREATE));
    assertEquals(
        new SnapshotRef(
            11, RefType.BRANCH, OptionalInt.of(3), OptionalLong.of(1000), OptionalLong.of(2000)),
        table.refs().get("b"));
    table =
        IcebergTables.after(
            table, setRef("t", RefType.TAG, OptionalLong.of(20), SetRef.Mode.CREATE));
    assertEquals(SnapshotRef.tag(20), table.refs().get("t"));
    TableMetadata both = table;
    assertEquals(
        "Cannot create tag b: there is a branch of that name at snapshot 11",
        refusal(
            AlreadyExistsException.class,
            both,
            setRef("b", RefType.TAG, OptionalLong.empty(), SetRef.Mode.CREATE)));
    assertEquals(
        "Cannot replace tag b: there is a branch of that name at snapshot 11",
        refusal(
            InvalidInputException.class,
            both,
            setRef("b", RefType.TAG, OptionalLong.empty(), SetRef.Mode.REPLACE)));
    assertEquals(
        "Cannot replace branch no: it does not exist",
        refusal(
            NotFoundException.class,
            both,
            setRef("no", RefType.BRANCH, OptionalLong.empty(), SetRef.Mode.REPLACE)));
    assertEquals(
        "Cannot find snapshot 99 of the table at file:/t",
        refusal(
            NotFoundException.class,
            both,
            setRef("n", RefType.TAG, OptionalLong.of(99), SetRef.Mode.CREATE)));
    assertEquals(
        both,
        IcebergTables.after(
            both,
            setRef("b", RefType.BRANCH, OptionalLong.of(10), SetRef.Mode.CREATE_IF_NOT_EXISTS)));
    assertEquals(
        SnapshotRef.tag(10),
        IcebergTables.after(
                both, setRef("t", RefType.TAG, OptionalLong.of(10), SetRef.Mode.REPLACE))
            .refs()
            .get("t"));
    assertEquals(
        Set.of("main", "side", "t"),
        IcebergTables.after(both, new RemoveRef("b", RefType.BRANCH, RemoveRef.Mode.MUST_EXIST))
            .refs()
            .keySet());
    assertEquals(
        "Cannot drop tag b: it is a branch",
        refusal(
            InvalidInputException.class,
            both,
            new RemoveRef("b", RefType.TAG, RemoveRef.Mode.IF_EXISTS)));
    assertEquals(
        "Cannot drop the branch main",
        refusal(
            InvalidInputException.class,
            both,
            new RemoveRef("main", RefType.BRANCH, RemoveRef.Mode.IF_EXISTS)));
    assertEquals(
        both,
        IcebergTables.after(both, new RemoveRef("no", RefType.TAG, RemoveRef.Mode.IF_EXISTS)));
  }

  @Test
  void retentionIsChecked() {
    assertEquals(
        "Tag t cannot have snapshot retention: that is for branches",
        assertThrows(
                InvalidInputException.class,
                () ->
                    new SetRef(
                        "t",
                        RefType.TAG,
                        OptionalLong.empty(),
                        OptionalInt.of(1),
                        OptionalLong.empty(),
                        OptionalLong.empty(),
                        SetRef.Mode.CREATE))
            .getMessage());
    assertEquals(
        "Retention of branch b must be more than 0",
        assertThrows(
                InvalidInputException.class,
                () ->
                    new SetRef(
                        "b",
                        RefType.BRANCH,
                        OptionalLong.empty(),
                        OptionalInt.of(0),
                        OptionalLong.empty(),
                        OptionalLong.empty(),
                        SetRef.Mode.CREATE))
            .getMessage());
  }

  @Test
  void rollbackGoesToAncestorsOnly() {
    TableMetadata base = withSnapshots();
    TableMetadata table = IcebergTables.after(base, new RollbackToSnapshot(10));
    assertEquals(OptionalLong.of(10), table.currentSnapshotId());
    assertEquals(3, table.snapshotLog().size());
    assertEquals(
        "Cannot roll back to snapshot, not an ancestor of the current state: 20",
        refusal(InvalidInputException.class, base, new RollbackToSnapshot(20)));
    assertEquals(
        "Cannot find snapshot 5 of the table at file:/t",
        refusal(NotFoundException.class, base, new RollbackToSnapshot(5)));
    assertEquals(base, IcebergTables.after(base, new RollbackToSnapshot(11)));
  }

  @Test
  void currentSnapshotMayBeAny() {
    TableMetadata table = IcebergTables.after(withSnapshots(), new SetCurrentSnapshot(20));
    assertEquals(OptionalLong.of(20), table.currentSnapshotId());
    assertEquals(SnapshotRef.branch(20), table.refs().get("main"));
  }

  @Test
  void branchOfAnEmptyTableGetsAnEmptySnapshotAndATagIsRefused() {
    TableMetadata base = table(Map.of());
    SetRef branch =
        new SetRef(
            "b",
            RefType.BRANCH,
            OptionalLong.empty(),
            OptionalInt.of(2),
            OptionalLong.empty(),
            OptionalLong.empty(),
            SetRef.Mode.CREATE);
    TableMetadata table = IcebergTables.after(base, branch);
    assertEquals(Set.of("b"), table.refs().keySet());
    assertEquals(OptionalInt.of(2), table.refs().get("b").minSnapshotsToKeep());
    assertEquals(1, table.snapshots().size());
    assertEquals(OptionalLong.empty(), table.currentSnapshotId());
    assertEquals(
        "Cannot create tag t: table db.t has no snapshot to which it could point",
        refusal(
            InvalidInputException.class,
            base,
            setRef("t", RefType.TAG, OptionalLong.empty(), SetRef.Mode.CREATE)));
  }
}

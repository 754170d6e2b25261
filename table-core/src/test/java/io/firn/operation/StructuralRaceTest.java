package io.firn.operation;

import static io.firn.operation.PlanFixture.data;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.firn.commit.CommitOutcome;
import io.firn.error.AlreadyExistsException;
import io.firn.error.FirnException;
import io.firn.error.InvalidInputException;
import io.firn.error.NotFoundException;
import io.firn.expr.CaseSensitivity;
import io.firn.model.SnapshotRef.RefType;
import io.firn.model.SortField;
import io.firn.model.TableMetadata;
import io.firn.partition.PartitionField;
import io.firn.partition.Transform;
import io.firn.types.Field;
import io.firn.types.SimpleType;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * Changes of a table's structure that lose a swap to another one: done on top, if they still apply.
 */
final class StructuralRaceTest {
  private final PlanFixture table = new PlanFixture(2, Map.of());

  /** The operation after another one was faster. */
  private TableMetadata race(Operation faster, Operation slower) {
    table.store.beforeSwap(() -> table.commit(faster));
    CommitOutcome outcome = table.committer.commit(table.store, slower);
    assertEquals(2, outcome.attempts());
    return outcome.state().metadata();
  }

  private <E extends FirnException> String refusal(
      Class<E> type, Operation faster, Operation slower) {
    table.store.beforeSwap(() -> table.commit(faster));
    String message =
        assertThrows(type, () -> table.committer.commit(table.store, slower)).getMessage();
    // What went wrong in the change itself is told with the table's name in front.
    return message.replace("Cannot commit " + slower.name() + " to lake.db.t: ", "");
  }

  private static UpdateSchema schema(SchemaEdit edit) {
    return new UpdateSchema(List.of(edit), CaseSensitivity.SENSITIVE);
  }

  private static UpdateSchema add(String column) {
    return schema(
        new SchemaEdit.AddColumn(
            List.of(column),
            SimpleType.INT,
            false,
            Optional.empty(),
            Optional.empty(),
            new SchemaEdit.Position.Last()));
  }

  private static UpdateSpec bucket(String column, int buckets) {
    return new UpdateSpec(
        List.of(
            new SpecEdit.AddField(
                column, Transform.parse("bucket[" + buckets + "]"), Optional.empty())),
        CaseSensitivity.SENSITIVE);
  }

  private static SetRef ref(String name, RefType type, SetRef.Mode mode, OptionalLong snapshot) {
    return new SetRef(
        name,
        type,
        snapshot,
        OptionalInt.empty(),
        OptionalLong.empty(),
        OptionalLong.empty(),
        mode);
  }

  private static UpdateSortOrder sortBy(String column) {
    return new UpdateSortOrder(
        List.of(
            new UpdateSortOrder.NamedSortField(
                column,
                Transform.parse("identity"),
                SortField.Direction.ASC,
                SortField.NullOrder.NULLS_FIRST)),
        CaseSensitivity.SENSITIVE);
  }

  @Test
  void twoNewColumnsHaveDifferentIds() {
    TableMetadata after = race(add("a"), add("b"));
    assertEquals(
        List.of("1 id", "2 category", "3 a", "4 b"),
        after.schema().fields().stream().map(f -> f.id() + " " + f.name()).toList());
    assertEquals(4, after.lastColumnId());
  }

  @Test
  void theSameColumnIsAddedOnce() {
    assertEquals(
        "Cannot give a column the name a: column a beside it already exists",
        refusal(InvalidInputException.class, add("a"), add("a")));
    assertEquals(3, table.store.metadata().schema().fields().size());
  }

  @Test
  void aColumnThatWasDroppedOrRenamedIsMissed() {
    table.commit(add("a"));
    table.commit(add("b"));
    assertEquals(
        "Cannot rename column a: it does not exist",
        refusal(
            InvalidInputException.class,
            schema(new SchemaEdit.DropColumn(List.of("a"))),
            schema(new SchemaEdit.RenameColumn(List.of("a"), "z"))));
    assertTrue(
        refusal(
                InvalidInputException.class,
                schema(new SchemaEdit.RenameColumn(List.of("b"), "c")),
                schema(new SchemaEdit.ChangeType(List.of("b"), SimpleType.LONG)))
            .contains("b: it does not exist"));
  }

  @Test
  void aRenameAndANewTypeOfDifferentColumnsBothHold() {
    table.commit(add("a"));
    TableMetadata after =
        race(
            schema(new SchemaEdit.RenameColumn(List.of("category"), "kind")),
            schema(new SchemaEdit.ChangeType(List.of("a"), SimpleType.LONG)));
    assertEquals(
        List.of(
            Field.required(1, "id", SimpleType.LONG),
            Field.optional(2, "kind", SimpleType.STRING),
            Field.optional(3, "a", SimpleType.LONG)),
        after.schema().fields());
  }

  @Test
  void twoNewPartitionFieldsBothHoldAndTheSameOneDoesNot() {
    TableMetadata after = race(bucket("id", 4), bucket("id", 8));
    assertEquals(
        List.of("1000 category", "1001 id_bucket_4", "1002 id_bucket_8"),
        after.spec().fields().stream()
            .map((PartitionField f) -> f.fieldId() + " " + f.name())
            .toList());
    assertEquals(
        "Cannot add partition field bucket[16] of id: id_bucket_16 is the same",
        refusal(InvalidInputException.class, bucket("id", 16), bucket("id", 16)));
  }

  @Test
  void aPartitionFieldOfADroppedColumnIsRefused() {
    table.commit(add("a"));
    String message =
        refusal(
            InvalidInputException.class,
            schema(new SchemaEdit.DropColumn(List.of("a"))),
            bucket("a", 4));
    assertTrue(message.contains("there is no column a"), message);
  }

  @Test
  void aDroppedColumnThatBecameAPartitionSourceStays() {
    table.commit(add("a"));
    String message =
        refusal(
            InvalidInputException.class,
            bucket("a", 4),
            schema(new SchemaEdit.DropColumn(List.of("a"))));
    assertEquals(
        "Cannot drop column a: partition field a_bucket_4 needs it; change that first", message);
  }

  @Test
  void propertiesAreMergedAndTheLastOneOfAKeyWins() {
    TableMetadata after =
        race(
            new UpdateProperties(Map.of("a", "1", "both", "first"), Set.of()),
            new UpdateProperties(Map.of("b", "2", "both", "second"), Set.of()));
    assertEquals(Map.of("a", "1", "b", "2", "both", "second"), after.properties());
  }

  @Test
  void aSortOrderWinsOverAnother() {
    TableMetadata after = race(sortBy("category"), sortBy("id"));
    assertEquals(List.of(1), after.sortOrder().fields().get(0).sourceIds());
    String message =
        refusal(
            InvalidInputException.class,
            schema(new SchemaEdit.RenameColumn(List.of("category"), "kind")),
            sortBy("category"));
    assertTrue(message.contains("there is no column category"), message);
  }

  @Test
  void identifierFieldsFollowANewColumn() {
    UpdateIdentifierFields identifier =
        new UpdateIdentifierFields(
            UpdateIdentifierFields.Kind.SET, List.of("id"), CaseSensitivity.SENSITIVE);
    assertEquals(Set.of(1), race(add("a"), identifier).schema().identifierFieldIds());
  }

  @Test
  void aBranchIsCreatedOnceAndAnotherOneBeside() {
    table.append(data("memory:/t/data/a", "x", 0));
    OptionalLong head = table.store.metadata().currentSnapshotId();
    TableMetadata after =
        race(
            ref("one", RefType.BRANCH, SetRef.Mode.CREATE, head),
            ref("two", RefType.BRANCH, SetRef.Mode.CREATE, head));
    assertEquals(Set.of("main", "one", "two"), after.refs().keySet());
    assertEquals(
        "Cannot create branch three: there is a tag of that name at snapshot " + head.getAsLong(),
        refusal(
            AlreadyExistsException.class,
            ref("three", RefType.TAG, SetRef.Mode.CREATE, head),
            ref("three", RefType.BRANCH, SetRef.Mode.CREATE, head)));
  }

  @Test
  void aRefThatWasDroppedCannotBeReplacedOrDroppedAgain() {
    table.append(data("memory:/t/data/a", "x", 0));
    OptionalLong head = table.store.metadata().currentSnapshotId();
    for (String name : List.of("b1", "b2")) {
      table.commit(ref(name, RefType.BRANCH, SetRef.Mode.CREATE, head));
    }
    RemoveRef drop1 = new RemoveRef("b1", RefType.BRANCH, RemoveRef.Mode.MUST_EXIST);
    RemoveRef drop2 = new RemoveRef("b2", RefType.BRANCH, RemoveRef.Mode.MUST_EXIST);
    table.append(data("memory:/t/data/b", "x", 0));
    OptionalLong next = table.store.metadata().currentSnapshotId();
    assertEquals(
        "Cannot replace branch b1: it does not exist",
        refusal(
            NotFoundException.class, drop1, ref("b1", RefType.BRANCH, SetRef.Mode.REPLACE, next)));
    assertEquals(
        "Cannot drop branch b2: it does not exist", refusal(NotFoundException.class, drop2, drop2));
  }

  @Test
  void anAppendLandsOnANewSchemaAndSpec() {
    TableMetadata after =
        race(
            add("a"),
            new Append(
                SnapshotOptions.main(),
                List.of(data("memory:/t/data/a", "x", 0)),
                Append.Mode.MERGE));
    assertEquals(OptionalInt.of(1), after.currentSnapshot().orElseThrow().schemaId());
    assertEquals(List.of("memory:/t/data/a"), table.live());
    race(
        bucket("id", 4),
        new Append(
            SnapshotOptions.main(), List.of(data("memory:/t/data/b", "y", 0)), Append.Mode.MERGE));
    assertEquals(List.of("memory:/t/data/a", "memory:/t/data/b"), table.live());
  }

  @Test
  void aSchemaChangeLandsOnNewRows() {
    TableMetadata after =
        race(
            new Append(
                SnapshotOptions.main(),
                List.of(data("memory:/t/data/a", "x", 0)),
                Append.Mode.MERGE),
            add("a"));
    assertEquals(3, after.schema().fields().size());
    assertEquals(1, after.snapshots().size());
  }
}

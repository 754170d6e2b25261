package io.firn.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.firn.error.InvalidInputException;
import io.firn.error.UnsupportedFeatureException;
import io.firn.partition.IdentityTransform;
import io.firn.partition.PartitionField;
import io.firn.partition.PartitionSpec;
import io.firn.types.Field;
import io.firn.types.Schema;
import io.firn.types.SimpleType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;

final class MetadataBuilderTest {
  private static final UUID ID = new UUID(1, 2);
  private static final long NOW = 1_700_000_000_000L;
  private static final Schema SCHEMA =
      Schema.of(
          Field.required(1, "id", SimpleType.LONG), Field.optional(2, "day", SimpleType.DATE));

  private static TableMetadata table(int formatVersion) {
    return MetadataBuilder.create(
        change(
            new MetadataUpdate.AssignUuid(ID),
            new MetadataUpdate.UpgradeFormatVersion(formatVersion),
            new MetadataUpdate.SetLocation("file:/t"),
            new MetadataUpdate.AddSchema(SCHEMA),
            new MetadataUpdate.SetCurrentSchema(MetadataUpdate.LAST_ADDED)),
        NOW);
  }

  private static TableChange change(MetadataUpdate... updates) {
    return new TableChange(List.of(), Arrays.asList(updates));
  }

  private static TableMetadata apply(TableMetadata base, MetadataUpdate... updates) {
    return MetadataBuilder.apply(base, change(updates), NOW + 1);
  }

  private static Snapshot snapshot(long id, long parent, long sequenceNumber, long millis) {
    return snapshot(id, parent, sequenceNumber, millis, OptionalLong.empty(), OptionalLong.empty());
  }

  private static Snapshot snapshot(
      long id,
      long parent,
      long sequenceNumber,
      long millis,
      OptionalLong firstRowId,
      OptionalLong addedRows) {
    return new Snapshot(
        id,
        parent == 0 ? OptionalLong.empty() : OptionalLong.of(parent),
        sequenceNumber,
        millis,
        Map.of("operation", "append"),
        Optional.of("m" + id),
        List.of(),
        OptionalInt.of(0),
        firstRowId,
        addedRows,
        Optional.empty());
  }

  private static MetadataUpdate[] commit(Snapshot snapshot) {
    return new MetadataUpdate[] {
      new MetadataUpdate.AddSnapshot(snapshot),
      new MetadataUpdate.SetSnapshotRef("main", SnapshotRef.branch(snapshot.snapshotId()))
    };
  }

  private static String refusal(TableMetadata base, MetadataUpdate... updates) {
    return assertThrows(InvalidInputException.class, () -> apply(base, updates)).getMessage();
  }

  @Test
  void newTableIsUnpartitionedAndUnsortedUnlessToldOtherwise() {
    TableMetadata table = table(2);
    assertEquals(List.of(PartitionSpec.unpartitioned()), table.partitionSpecs());
    assertEquals(List.of(SortOrder.unsorted()), table.sortOrders());
    assertEquals(999, table.lastPartitionId());
    assertEquals(2, table.lastColumnId());
    assertEquals(NOW, table.lastUpdatedMillis());
    assertEquals(OptionalLong.empty(), table.currentSnapshotId());
  }

  @Test
  void newTableNeedsIdentityPlaceAndVersion() {
    InvalidInputException e =
        assertThrows(
            InvalidInputException.class,
            () ->
                MetadataBuilder.create(
                    change(
                        new MetadataUpdate.AssignUuid(ID),
                        new MetadataUpdate.AddSchema(SCHEMA),
                        new MetadataUpdate.SetCurrentSchema(-1)),
                    NOW));
    assertEquals(
        true, e.getMessage().startsWith("A new table needs a uuid, a format version and a"));
  }

  @Test
  void changeWithoutEffectGivesTheBase() {
    TableMetadata table = table(2);
    assertSame(table, apply(table));
    assertSame(
        table,
        apply(
            table,
            new MetadataUpdate.SetLocation("file:/t"),
            new MetadataUpdate.RemoveProperties(Set.of("none")),
            new MetadataUpdate.AddSchema(SCHEMA.withSchemaId(9)),
            new MetadataUpdate.SetCurrentSchema(MetadataUpdate.LAST_ADDED)));
  }

  @Test
  void mainMovesTheCurrentSnapshotAndTheLog() {
    TableMetadata table = apply(table(2), commit(snapshot(10, 0, 1, NOW + 5)));
    assertEquals(OptionalLong.of(10), table.currentSnapshotId());
    assertEquals(List.of(new SnapshotLogEntry(NOW + 5, 10)), table.snapshotLog());
    assertEquals(NOW + 5, table.lastUpdatedMillis());
    assertEquals(1, table.lastSequenceNumber());
  }

  @Test
  void stagedSnapshotIsAddedButNotCurrent() {
    TableMetadata table =
        apply(table(2), new MetadataUpdate.AddSnapshot(snapshot(10, 0, 1, NOW + 5)));
    assertEquals(OptionalLong.empty(), table.currentSnapshotId());
    assertEquals(1, table.snapshots().size());
    assertEquals(List.of(), table.snapshotLog());
  }

  @Test
  void snapshotsBetweenTheFirstAndTheLastOfOneChangeAreNotInTheLog() {
    List<MetadataUpdate> updates = new ArrayList<>();
    updates.addAll(List.of(commit(snapshot(10, 0, 1, NOW + 5))));
    updates.addAll(List.of(commit(snapshot(11, 10, 2, NOW + 6))));
    TableMetadata table = MetadataBuilder.apply(table(2), new TableChange(List.of(), updates), NOW);
    assertEquals(List.of(new SnapshotLogEntry(NOW + 6, 11)), table.snapshotLog());
    assertEquals(2, table.snapshots().size());
  }

  @Test
  void goingBackIsLoggedAtTheTimeOfTheCommit() {
    TableMetadata table = apply(table(2), commit(snapshot(10, 0, 1, NOW)));
    table = apply(table, commit(snapshot(11, 10, 2, NOW)));
    table = apply(table, new MetadataUpdate.SetSnapshotRef("main", SnapshotRef.branch(10)));
    assertEquals(new SnapshotLogEntry(NOW + 1, 10), table.snapshotLog().get(2));
    assertEquals(NOW + 1, table.lastUpdatedMillis());
  }

  @Test
  void clockThatLagsMoreThanAMinuteIsRefused() {
    TableMetadata table = apply(table(2), commit(snapshot(10, 0, 1, NOW)));
    apply(table, commit(snapshot(11, 10, 2, NOW - 60_000)));
    String message = refusal(table, commit(snapshot(11, 10, 2, NOW - 60_001)));
    assertEquals(
        "Time 1699999939999 ms of this commit is more than a minute before the table's last"
            + " snapshot log entry at 1700000000000 ms; check this machine's clock",
        message);
  }

  @Test
  void sequenceNumbersOfChildrenGrow() {
    TableMetadata table = apply(table(2), commit(snapshot(10, 0, 3, NOW)));
    assertEquals(
        "Cannot add snapshot 11 with sequence number 3: the table's last one is 3",
        refusal(table, commit(snapshot(11, 10, 3, NOW))));
    assertEquals("Snapshot 10 exists already", refusal(table, commit(snapshot(10, 10, 4, NOW))));
  }

  @Test
  void rowIdsAreHandedOutOnce() {
    TableMetadata table = table(3);
    table = apply(table, commit(snapshot(10, 0, 1, NOW, OptionalLong.of(0), OptionalLong.of(100))));
    assertEquals(100, table.nextRowId());
    TableMetadata base = table;
    assertEquals(
        "Cannot add snapshot 11 with first-row-id 99 and added-rows 5: the table's next-row-id is"
            + " 100",
        refusal(base, commit(snapshot(11, 10, 2, NOW, OptionalLong.of(99), OptionalLong.of(5)))));
    assertEquals(
        "Snapshot 11 has no first-row-id or added-rows, which format version 3 demands",
        refusal(base, commit(snapshot(11, 10, 2, NOW))));
    table = apply(base, commit(snapshot(11, 10, 2, NOW, OptionalLong.of(100), OptionalLong.of(0))));
    assertEquals(100, table.nextRowId());
  }

  @Test
  void removedSnapshotsTakeRefsLogAndStatisticsAlong() {
    TableMetadata table = apply(table(2), commit(snapshot(10, 0, 1, NOW)));
    table = apply(table, commit(snapshot(11, 10, 2, NOW + 1)));
    table = apply(table, commit(snapshot(12, 11, 3, NOW + 2)));
    table =
        apply(
            table,
            new MetadataUpdate.SetSnapshotRef("t", SnapshotRef.tag(11)),
            new MetadataUpdate.SetStatistics(
                new StatisticsFile(11, "s", 1, 1, Optional.empty(), List.of())),
            new MetadataUpdate.SetPartitionStatistics(new PartitionStatisticsFile(11, "p", 1)));
    table = apply(table, new MetadataUpdate.RemoveSnapshots(Set.of(11L)));
    assertEquals(Map.of("main", SnapshotRef.branch(12)), table.refs());
    assertEquals(List.of(new SnapshotLogEntry(NOW + 2, 12)), table.snapshotLog());
    assertEquals(List.of(), table.statistics());
    assertEquals(List.of(), table.partitionStatistics());
  }

  @Test
  void refsPointToSnapshotsAndMainIsABranch() {
    TableMetadata table = apply(table(2), commit(snapshot(10, 0, 1, NOW)));
    assertEquals(
        "Cannot set reference 'b' to unknown snapshot 5",
        refusal(table, new MetadataUpdate.SetSnapshotRef("b", SnapshotRef.branch(5))));
    assertEquals(
        "The reference 'main' must be a branch",
        refusal(table, new MetadataUpdate.SetSnapshotRef("main", SnapshotRef.tag(10))));
  }

  @Test
  void metadataLogIsCapped() {
    TableMetadata table =
        apply(
            table(2),
            new MetadataUpdate.SetProperties(Map.of("write.metadata.previous-versions-max", "3")));
    for (int i = 1; i <= 5; i++) {
      TableChange change = change(new MetadataUpdate.SetProperties(Map.of("i", "" + i)));
      table = MetadataBuilder.apply(table, "v" + i + ".json", change, NOW + i);
    }
    assertEquals(
        List.of(
            new MetadataLogEntry(NOW + 2, "v3.json"),
            new MetadataLogEntry(NOW + 3, "v4.json"),
            new MetadataLogEntry(NOW + 4, "v5.json")),
        table.metadataLog());
  }

  @Test
  void equalSchemasSpecsAndOrdersAreUsedAgain() {
    Schema other = Schema.of(Field.required(1, "id", SimpleType.LONG));
    TableMetadata table =
        apply(
            table(2),
            new MetadataUpdate.AddSchema(other),
            new MetadataUpdate.SetCurrentSchema(MetadataUpdate.LAST_ADDED));
    assertEquals(1, table.currentSchemaId());
    table =
        apply(
            table,
            new MetadataUpdate.AddSchema(SCHEMA),
            new MetadataUpdate.SetCurrentSchema(MetadataUpdate.LAST_ADDED));
    assertEquals(0, table.currentSchemaId());
    assertEquals(2, table.schemas().size());
    table =
        apply(
            table,
            new MetadataUpdate.AddSpec(PartitionSpec.unpartitioned()),
            new MetadataUpdate.AddSortOrder(SortOrder.unsorted()));
    assertEquals(1, table.partitionSpecs().size());
    assertEquals(1, table.sortOrders().size());
  }

  @Test
  void partitionFieldsWithoutIdsGetThem() {
    PartitionField byDay = new PartitionField(2, 0, "day", IdentityTransform.IDENTITY);
    PartitionField byId = new PartitionField(1, 0, "id", IdentityTransform.IDENTITY);
    TableMetadata table =
        apply(
            table(2),
            new MetadataUpdate.AddSpec(new PartitionSpec(7, List.of(byDay))),
            new MetadataUpdate.SetDefaultSpec(MetadataUpdate.LAST_ADDED));
    assertEquals(1000, table.spec().fields().get(0).fieldId());
    table =
        apply(
            table,
            new MetadataUpdate.AddSpec(new PartitionSpec(7, List.of(byId, byDay))),
            new MetadataUpdate.SetDefaultSpec(MetadataUpdate.LAST_ADDED));
    assertEquals(2, table.defaultSpecId());
    assertEquals(1001, table.spec().fields().get(0).fieldId());
    assertEquals(1000, table.spec().fields().get(1).fieldId());
    assertEquals(1001, table.lastPartitionId());
  }

  @Test
  void currentSchemaMustHaveTheColumnsOfSpecAndOrder() {
    PartitionField byDay = new PartitionField(2, 0, "d", IdentityTransform.IDENTITY);
    TableMetadata table =
        apply(
            table(2),
            new MetadataUpdate.AddSpec(new PartitionSpec(1, List.of(byDay))),
            new MetadataUpdate.SetDefaultSpec(MetadataUpdate.LAST_ADDED));
    Schema without = Schema.of(Field.required(1, "id", SimpleType.LONG));
    assertEquals(
        "Cannot find source column for partition field d: no column has id 2",
        refusal(
            table,
            new MetadataUpdate.AddSchema(without),
            new MetadataUpdate.SetCurrentSchema(MetadataUpdate.LAST_ADDED)));
  }

  @Test
  void typesAndDefaultsOfVersionThreeNeedIt() {
    TableMetadata table = table(2);
    Schema nano = Schema.of(Field.optional(3, "n", SimpleType.TIMESTAMP_NS));
    assertEquals(
        "Column n of type timestamp_ns needs format version 3, the table has 2; set the table"
            + " property format-version to 3",
        refusal(
            table, new MetadataUpdate.AddSchema(nano), new MetadataUpdate.SetCurrentSchema(-1)));
    Schema withDefault =
        Schema.of(Field.optional(3, "n", SimpleType.INT).withWriteDefault(Optional.of(1)));
    assertEquals(
        "Column n with a default value needs format version 3, the table has 2; set the table"
            + " property format-version to 3",
        refusal(
            table,
            new MetadataUpdate.AddSchema(withDefault),
            new MetadataUpdate.SetCurrentSchema(-1)));
    apply(
        table,
        new MetadataUpdate.UpgradeFormatVersion(3),
        new MetadataUpdate.AddSchema(nano),
        new MetadataUpdate.SetCurrentSchema(-1));
  }

  @Test
  void formatVersionsOnlyGoUp() {
    TableMetadata table = table(3);
    assertEquals(
        "Cannot downgrade the table from format version 3 to 2",
        refusal(table, new MetadataUpdate.UpgradeFormatVersion(2)));
    UnsupportedFeatureException e =
        assertThrows(
            UnsupportedFeatureException.class,
            () -> apply(table, new MetadataUpdate.UpgradeFormatVersion(4)));
    assertEquals("Cannot set the format version to 4: supported are 1 to 3", e.getMessage());
    assertEquals(0, apply(table(2), new MetadataUpdate.UpgradeFormatVersion(3)).nextRowId());
  }

  @Test
  void identityOfATableNeverChanges() {
    assertEquals(
        "Cannot change the table's uuid from " + ID + " to " + new UUID(3, 4),
        refusal(table(2), new MetadataUpdate.AssignUuid(new UUID(3, 4))));
  }

  @Test
  void computedPropertiesAreNotStored() {
    assertEquals(
        "The property current-snapshot-id is computed and cannot be stored",
        refusal(table(2), new MetadataUpdate.SetProperties(Map.of("current-snapshot-id", "1"))));
  }

  @Test
  void whatIsCurrentCannotBeRemoved() {
    TableMetadata table = table(2);
    assertEquals(
        "Cannot remove the current schema 0",
        refusal(table, new MetadataUpdate.RemoveSchemas(Set.of(0))));
    assertEquals(
        "Cannot remove the default partition spec 0",
        refusal(table, new MetadataUpdate.RemovePartitionSpecs(Set.of(0))));
  }

  @Test
  void lastAddedNeedsSomethingAdded() {
    assertEquals(
        "Cannot set the last added schema: this change adds none",
        refusal(table(2), new MetadataUpdate.SetCurrentSchema(MetadataUpdate.LAST_ADDED)));
    assertEquals(
        "Cannot set the default spec to unknown spec id 4",
        refusal(table(2), new MetadataUpdate.SetDefaultSpec(4)));
  }
}

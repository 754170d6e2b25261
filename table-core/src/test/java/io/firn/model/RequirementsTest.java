package io.firn.model;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.firn.partition.PartitionSpec;
import io.firn.types.Field;
import io.firn.types.Schema;
import io.firn.types.SimpleType;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;

final class RequirementsTest {
  private static final UUID ID = new UUID(1, 2);
  private static final TableMetadata TABLE = table();

  private static TableMetadata table() {
    Snapshot snapshot =
        new Snapshot(
            10,
            OptionalLong.empty(),
            1,
            1_000,
            Map.of("operation", "append"),
            Optional.of("m"),
            List.of(),
            OptionalInt.of(0),
            OptionalLong.empty(),
            OptionalLong.empty(),
            Optional.empty());
    return MetadataBuilder.create(
        new TableChange(
            List.of(),
            List.of(
                new MetadataUpdate.AssignUuid(ID),
                new MetadataUpdate.UpgradeFormatVersion(2),
                new MetadataUpdate.SetLocation("file:/t"),
                new MetadataUpdate.AddSchema(Schema.of(Field.required(1, "id", SimpleType.LONG))),
                new MetadataUpdate.SetCurrentSchema(-1),
                new MetadataUpdate.AddSnapshot(snapshot),
                new MetadataUpdate.SetSnapshotRef("main", SnapshotRef.branch(10)))),
        1_000);
  }

  private static String unmet(Requirement requirement) {
    return Requirements.firstUnmet(Optional.of(TABLE), List.of(requirement)).orElse("met");
  }

  @Test
  void eachRequirementSaysWhatItFound() {
    assertEquals("the table exists already", unmet(new Requirement.AssertCreate()));
    assertEquals("met", unmet(new Requirement.AssertTableUuid(ID)));
    assertEquals(
        "the table uuid is " + ID + ", expected " + new UUID(3, 4),
        unmet(new Requirement.AssertTableUuid(new UUID(3, 4))));
    assertEquals("met", unmet(new Requirement.AssertLastAssignedFieldId(1)));
    assertEquals(
        "the last assigned field id is 1, expected 2",
        unmet(new Requirement.AssertLastAssignedFieldId(2)));
    assertEquals("met", unmet(new Requirement.AssertCurrentSchemaId(0)));
    assertEquals(
        "the current schema id is 0, expected 3", unmet(new Requirement.AssertCurrentSchemaId(3)));
    assertEquals("met", unmet(new Requirement.AssertLastAssignedPartitionId(999)));
    assertEquals(
        "the last assigned partition id is 999, expected 1000",
        unmet(new Requirement.AssertLastAssignedPartitionId(1000)));
    assertEquals(
        "the default partition spec id is 0, expected 1",
        unmet(new Requirement.AssertDefaultSpecId(1)));
    assertEquals(
        "the default sort order id is 0, expected 1",
        unmet(new Requirement.AssertDefaultSortOrderId(1)));
  }

  @Test
  void refsMustBeWhereTheyWere() {
    assertEquals("met", unmet(new Requirement.AssertRefSnapshotId("main", OptionalLong.of(10))));
    assertEquals(
        "the reference 'main' is at snapshot 10, expected snapshot 9",
        unmet(new Requirement.AssertRefSnapshotId("main", OptionalLong.of(9))));
    assertEquals(
        "the reference 'main' is at snapshot 10, expected that it does not exist",
        unmet(new Requirement.AssertRefSnapshotId("main", OptionalLong.empty())));
    assertEquals("met", unmet(new Requirement.AssertRefSnapshotId("b", OptionalLong.empty())));
    assertEquals(
        "the reference 'b' does not exist, expected snapshot 9",
        unmet(new Requirement.AssertRefSnapshotId("b", OptionalLong.of(9))));
  }

  @Test
  void missingTableMeetsOnlyItsCreation() {
    assertEquals(
        Optional.empty(),
        Requirements.firstUnmet(Optional.empty(), List.of(new Requirement.AssertCreate())));
    assertEquals(
        Optional.of("the table does not exist"),
        Requirements.firstUnmet(
            Optional.empty(),
            List.of(new Requirement.AssertCreate(), new Requirement.AssertTableUuid(ID))));
  }

  @Test
  void updatesRequireWhatTheyBuildOn() {
    assertEquals(
        List.of(
            new Requirement.AssertTableUuid(ID),
            new Requirement.AssertLastAssignedFieldId(1),
            new Requirement.AssertCurrentSchemaId(0)),
        Requirements.forUpdates(
            TABLE,
            List.of(
                new MetadataUpdate.AddSchema(TABLE.schema()),
                new MetadataUpdate.SetCurrentSchema(-1))));
    assertEquals(
        List.of(
            new Requirement.AssertTableUuid(ID),
            new Requirement.AssertLastAssignedPartitionId(999),
            new Requirement.AssertDefaultSpecId(0)),
        Requirements.forUpdates(
            TABLE,
            List.of(
                new MetadataUpdate.AddSpec(PartitionSpec.unpartitioned()),
                new MetadataUpdate.SetDefaultSpec(-1))));
    assertEquals(
        List.of(
            new Requirement.AssertTableUuid(ID),
            new Requirement.AssertRefSnapshotId("main", OptionalLong.of(10)),
            new Requirement.AssertRefSnapshotId("new", OptionalLong.empty())),
        Requirements.forUpdates(
            TABLE,
            List.of(
                new MetadataUpdate.SetSnapshotRef("main", SnapshotRef.branch(10)),
                new MetadataUpdate.SetSnapshotRef("new", SnapshotRef.branch(10)))));
    assertEquals(
        List.of(
            new Requirement.AssertTableUuid(ID),
            new Requirement.AssertCurrentSchemaId(0),
            new Requirement.AssertRefSnapshotId("main", OptionalLong.of(10))),
        Requirements.forUpdates(TABLE, List.of(new MetadataUpdate.RemoveSchemas(Set.of(5)))));
  }

  @Test
  void replacementDoesNotCareWhatWasCurrent() {
    assertEquals(
        List.of(new Requirement.AssertTableUuid(ID), new Requirement.AssertLastAssignedFieldId(1)),
        Requirements.forReplace(
            TABLE,
            List.of(
                new MetadataUpdate.RemoveSnapshotRef("main"),
                new MetadataUpdate.AddSchema(TABLE.schema()),
                new MetadataUpdate.SetCurrentSchema(-1),
                new MetadataUpdate.SetDefaultSpec(0))));
  }
}

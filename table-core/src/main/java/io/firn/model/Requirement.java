package io.firn.model;

import java.util.OptionalLong;
import java.util.UUID;

/** A condition on the current table metadata (the REST specification's table requirements). */
public sealed interface Requirement {

  /** The table must not exist. */
  record AssertCreate() implements Requirement {}

  record AssertTableUuid(UUID uuid) implements Requirement {}

  /** The ref must be at the snapshot; empty: the ref must not exist. */
  record AssertRefSnapshotId(String ref, OptionalLong snapshotId) implements Requirement {}

  record AssertLastAssignedFieldId(int lastAssignedFieldId) implements Requirement {}

  record AssertCurrentSchemaId(int currentSchemaId) implements Requirement {}

  record AssertLastAssignedPartitionId(int lastAssignedPartitionId) implements Requirement {}

  record AssertDefaultSpecId(int defaultSpecId) implements Requirement {}

  record AssertDefaultSortOrderId(int defaultSortOrderId) implements Requirement {}
}

package io.firn.model;

import io.firn.partition.PartitionSpec;
import io.firn.types.Schema;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

/**
 * One step of a change (the REST specification's table updates). {@link MetadataBuilder} carries
 * them out.
 */
public sealed interface MetadataUpdate {
  /** Stands for "the one that this change added last" in the {@code Set} updates below. */
  int LAST_ADDED = -1;

  record AssignUuid(UUID uuid) implements MetadataUpdate {
    @Override
    public <R> R match(Cases<R> cases) {
      return cases.assignUuid(this);
    }
  }

  record UpgradeFormatVersion(int formatVersion) implements MetadataUpdate {
    @Override
    public <R> R match(Cases<R> cases) {
      return cases.upgradeFormatVersion(this);
    }
  }

  /** The schema's own id is ignored: an equal schema is reused, another gets the next id. */
  record AddSchema(Schema schema) implements MetadataUpdate {
    @Override
    public <R> R match(Cases<R> cases) {
      return cases.addSchema(this);
    }
  }

  record SetCurrentSchema(int schemaId) implements MetadataUpdate {
    @Override
    public <R> R match(Cases<R> cases) {
      return cases.setCurrentSchema(this);
    }
  }

  record AddSpec(PartitionSpec spec) implements MetadataUpdate {
    @Override
    public <R> R match(Cases<R> cases) {
      return cases.addSpec(this);
    }
  }

  record SetDefaultSpec(int specId) implements MetadataUpdate {
    @Override
    public <R> R match(Cases<R> cases) {
      return cases.setDefaultSpec(this);
    }
  }

  record AddSortOrder(SortOrder sortOrder) implements MetadataUpdate {
    @Override
    public <R> R match(Cases<R> cases) {
      return cases.addSortOrder(this);
    }
  }

  record SetDefaultSortOrder(int sortOrderId) implements MetadataUpdate {
    @Override
    public <R> R match(Cases<R> cases) {
      return cases.setDefaultSortOrder(this);
    }
  }

  record AddSnapshot(Snapshot snapshot) implements MetadataUpdate {
    @Override
    public <R> R match(Cases<R> cases) {
      return cases.addSnapshot(this);
    }
  }

  record SetSnapshotRef(String name, SnapshotRef ref) implements MetadataUpdate {
    @Override
    public <R> R match(Cases<R> cases) {
      return cases.setSnapshotRef(this);
    }
  }

  record RemoveSnapshots(Set<Long> snapshotIds) implements MetadataUpdate {
    @Override
    public <R> R match(Cases<R> cases) {
      return cases.removeSnapshots(this);
    }
  }

  record RemoveSnapshotRef(String name) implements MetadataUpdate {
    @Override
    public <R> R match(Cases<R> cases) {
      return cases.removeSnapshotRef(this);
    }
  }

  record SetLocation(String location) implements MetadataUpdate {
    @Override
    public <R> R match(Cases<R> cases) {
      return cases.setLocation(this);
    }
  }

  record SetProperties(Map<String, String> properties) implements MetadataUpdate {
    @Override
    public <R> R match(Cases<R> cases) {
      return cases.setProperties(this);
    }
  }

  record RemoveProperties(Set<String> keys) implements MetadataUpdate {
    @Override
    public <R> R match(Cases<R> cases) {
      return cases.removeProperties(this);
    }
  }

  record SetStatistics(StatisticsFile statistics) implements MetadataUpdate {
    @Override
    public <R> R match(Cases<R> cases) {
      return cases.setStatistics(this);
    }
  }

  record RemoveStatistics(long snapshotId) implements MetadataUpdate {
    @Override
    public <R> R match(Cases<R> cases) {
      return cases.removeStatistics(this);
    }
  }

  record SetPartitionStatistics(PartitionStatisticsFile statistics) implements MetadataUpdate {
    @Override
    public <R> R match(Cases<R> cases) {
      return cases.setPartitionStatistics(this);
    }
  }

  record RemovePartitionStatistics(long snapshotId) implements MetadataUpdate {
    @Override
    public <R> R match(Cases<R> cases) {
      return cases.removePartitionStatistics(this);
    }
  }

  record RemovePartitionSpecs(Set<Integer> specIds) implements MetadataUpdate {
    @Override
    public <R> R match(Cases<R> cases) {
      return cases.removePartitionSpecs(this);
    }
  }

  record RemoveSchemas(Set<Integer> schemaIds) implements MetadataUpdate {
    @Override
    public <R> R match(Cases<R> cases) {
      return cases.removeSchemas(this);
    }
  }

  record AddEncryptionKey(EncryptedKey key) implements MetadataUpdate {
    @Override
    public <R> R match(Cases<R> cases) {
      return cases.addEncryptionKey(this);
    }
  }

  record RemoveEncryptionKey(String keyId) implements MetadataUpdate {
    @Override
    public <R> R match(Cases<R> cases) {
      return cases.removeEncryptionKey(this);
    }
  }

  <R> R match(Cases<R> cases);

  /** One method a kind of update; a new kind breaks every caller at compile time. */
  interface Cases<R> {
    R assignUuid(AssignUuid update);

    R upgradeFormatVersion(UpgradeFormatVersion update);

    R addSchema(AddSchema update);

    R setCurrentSchema(SetCurrentSchema update);

    R addSpec(AddSpec update);

    R setDefaultSpec(SetDefaultSpec update);

    R addSortOrder(AddSortOrder update);

    R setDefaultSortOrder(SetDefaultSortOrder update);

    R addSnapshot(AddSnapshot update);

    R setSnapshotRef(SetSnapshotRef update);

    R removeSnapshots(RemoveSnapshots update);

    R removeSnapshotRef(RemoveSnapshotRef update);

    R setLocation(SetLocation update);

    R setProperties(SetProperties update);

    R removeProperties(RemoveProperties update);

    R setStatistics(SetStatistics update);

    R removeStatistics(RemoveStatistics update);

    R setPartitionStatistics(SetPartitionStatistics update);

    R removePartitionStatistics(RemovePartitionStatistics update);

    R removePartitionSpecs(RemovePartitionSpecs update);

    R removeSchemas(RemoveSchemas update);

    R addEncryptionKey(AddEncryptionKey update);

    R removeEncryptionKey(RemoveEncryptionKey update);
  }
}

package io.firn.codec.json;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.firn.model.MetadataBuilder;
import io.firn.model.MetadataUpdate;
import io.firn.model.PartitionStatisticsFile;
import io.firn.model.SnapshotLogEntry;
import io.firn.model.StatisticsFile;
import io.firn.model.TableChange;
import io.firn.model.TableMetadata;
import java.lang.reflect.RecordComponent;
import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import org.apache.iceberg.TableMetadataParser;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Random histories of a table, carried out by Firn and by Iceberg: after each change, both have the
 * same metadata, and each reads what the other wrote.
 */
@Tag("iceberg-oracle")
final class MetadataOracleTest {
  private static final int TABLES = 15;
  private static final int CHANGES = 50;

  @ParameterizedTest
  @ValueSource(ints = {2, 3})
  void changesHaveTheSameEffectAsInIceberg(int formatVersion) {
    for (int i = 0; i < TABLES; i++) {
      long seed = 1000L * formatVersion + i;
      runHistory(seed, formatVersion);
    }
  }

  private static void runHistory(long seed, int formatVersion) {
    long now = System.currentTimeMillis();
    RandomChanges changes = new RandomChanges(new RandomSchemas(seed, formatVersion), now - 1_000);
    TableMetadata firn = MetadataBuilder.create(changes.creation(formatVersion), now);
    org.apache.iceberg.TableMetadata iceberg = toIceberg(firn);
    assertSame(firn, toFirn(iceberg), "seed " + seed);
    for (int step = 0; step < CHANGES; step++) {
      TableChange change = changes.next(firn);
      String what = "seed " + seed + ", step " + step + ", " + change.updates();
      TableMetadata next = MetadataBuilder.apply(firn, change, now);
      org.apache.iceberg.TableMetadata theirs = applied(iceberg, change);
      assertSame(timeless(next), timeless(toFirn(theirs)), what);
      assertSame(next, toFirn(toIceberg(next)), what);
      firn = next;
      iceberg = toIceberg(next);
    }
  }

  /** Component by component, because the whole is too long to read. */
  private static void assertSame(TableMetadata expected, TableMetadata actual, String what) {
    if (!expected.equals(actual)) {
      for (RecordComponent component : TableMetadata.class.getRecordComponents()) {
        assertEquals(
            value(component, expected),
            value(component, actual),
            () -> what + ": " + component.getName());
      }
    }
  }

  private static Object value(RecordComponent component, TableMetadata metadata) {
    try {
      Object value = component.getAccessor().invoke(metadata);
      return component.getName().equals("schemas")
          ? metadata.schemas().stream().map(SchemaJson::write).toList()
          : value;
    } catch (ReflectiveOperationException e) {
      throw new AssertionError(e);
    }
  }

  private static org.apache.iceberg.TableMetadata applied(
      org.apache.iceberg.TableMetadata base, TableChange change) {
    var builder = org.apache.iceberg.TableMetadata.buildFrom(base);
    for (MetadataUpdate update : change.updates()) {
      IcebergUpdates.apply(update, builder);
    }
    return builder.build();
  }

  static org.apache.iceberg.TableMetadata toIceberg(TableMetadata metadata) {
    return TableMetadataParser.fromJson(
        new String(MetadataJson.write(metadata), StandardCharsets.UTF_8));
  }

  static TableMetadata toFirn(org.apache.iceberg.TableMetadata metadata) {
    return MetadataJson.parse(
        "theirs", TableMetadataParser.toJson(metadata).getBytes(StandardCharsets.UTF_8));
  }

  private static <T> List<T> sorted(List<T> list, Function<T, Long> key) {
    return list.stream().sorted(Comparator.comparing(key)).toList();
  }

  /** Iceberg takes some times from the clock, and puts statistics in any order. */
  private static TableMetadata timeless(TableMetadata m) {
    List<SnapshotLogEntry> log =
        m.snapshotLog().stream().map(e -> new SnapshotLogEntry(0, e.snapshotId())).toList();
    return new TableMetadata(
        m.formatVersion(),
        m.tableUuid(),
        m.location(),
        m.lastSequenceNumber(),
        0,
        m.lastColumnId(),
        m.schemas(),
        m.currentSchemaId(),
        m.partitionSpecs(),
        m.defaultSpecId(),
        m.lastPartitionId(),
        m.sortOrders(),
        m.defaultSortOrderId(),
        m.properties(),
        m.currentSnapshotId(),
        m.snapshots(),
        log,
        m.metadataLog(),
        m.refs(),
        sorted(m.statistics(), StatisticsFile::snapshotId),
        sorted(m.partitionStatistics(), PartitionStatisticsFile::snapshotId),
        m.nextRowId(),
        m.encryptionKeys(),
        m.unknownFields());
  }
}

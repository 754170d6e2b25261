package io.firn.codec.avro;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.firn.error.CorruptFileException;
import io.firn.model.EntryStatus;
import io.firn.model.ManifestEntry;
import io.firn.model.ManifestFile;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** Numbers that entries take from the manifest list. */
final class ManifestInheritanceTest {
  private final ManifestFixture table = new ManifestFixture();

  private static ManifestEntry existing(String name, long records) {
    return new ManifestEntry(
        EntryStatus.EXISTING,
        OptionalLong.of(7),
        OptionalLong.of(3),
        OptionalLong.of(3),
        ManifestFixture.file(name, "Oslo", records));
  }

  @Test
  void addedEntriesTakeTheNumbersOfTheirCommit() {
    ManifestFile manifest =
        table.write(
            "mem:/m.avro",
            ManifestFixture.settings(2, AvroCompression.Codec.GZIP),
            List.of(
                ManifestEntry.added(ManifestFixture.file("a.parquet", "Oslo", 10)),
                existing("b.parquet", 5)));
    assertEquals(-1, manifest.sequenceNumber());
    assertEquals(3, manifest.minSequenceNumber());

    ManifestFile listed =
        table.writeList("mem:/l.avro", 2, 9, List.of(manifest)).manifests().get(0);
    assertEquals(9, listed.sequenceNumber());
    assertEquals(3, listed.minSequenceNumber());

    List<ManifestEntry> entries = table.read(listed);
    assertEquals(OptionalLong.of(42), entries.get(0).snapshotId());
    assertEquals(OptionalLong.of(9), entries.get(0).sequenceNumber());
    assertEquals(OptionalLong.of(9), entries.get(0).fileSequenceNumber());
    assertEquals(OptionalLong.of(7), entries.get(1).snapshotId());
    assertEquals(OptionalLong.of(3), entries.get(1).sequenceNumber());
    assertEquals(OptionalLong.of(3), entries.get(1).fileSequenceNumber());
  }

  @Test
  void anAddedEntryMayCarryAnOlderDataSequenceNumber() {
    ManifestEntry rewritten =
        new ManifestEntry(
            EntryStatus.ADDED,
            OptionalLong.empty(),
            OptionalLong.of(4),
            OptionalLong.empty(),
            ManifestFixture.file("a.parquet", "Oslo", 10));
    ManifestFile manifest =
        table.write(
            "mem:/m.avro",
            ManifestFixture.settings(2, AvroCompression.Codec.GZIP),
            List.of(rewritten));
    ManifestFile listed =
        table.writeList("mem:/l.avro", 2, 9, List.of(manifest)).manifests().get(0);
    ManifestEntry entry = table.read(listed).get(0);
    assertEquals(4, listed.minSequenceNumber());
    assertEquals(OptionalLong.of(4), entry.sequenceNumber());
    assertEquals(OptionalLong.of(9), entry.fileSequenceNumber());
  }

  @Test
  void liveFilesWithoutRowIdsGetThemInFileOrder() {
    ManifestEntry deleted =
        new ManifestEntry(
            EntryStatus.DELETED,
            OptionalLong.of(7),
            OptionalLong.of(3),
            OptionalLong.of(3),
            ManifestFixture.file("gone.parquet", "Oslo", 1_000_000));
    ManifestEntry withId =
        new ManifestEntry(
            EntryStatus.EXISTING,
            OptionalLong.of(7),
            OptionalLong.of(3),
            OptionalLong.of(3),
            ManifestFixture.file("c.parquet", "Rome", 50).withFirstRowId(OptionalLong.of(17)));
    ManifestFile first =
        table.write(
            "mem:/m1.avro",
            ManifestFixture.settings(3, AvroCompression.Codec.GZIP),
            List.of(
                deleted,
                existing("a.parquet", 10),
                withId,
                ManifestEntry.added(ManifestFixture.file("b.parquet", "Rome", 20))));
    ManifestFile second =
        table.write(
            "mem:/m2.avro",
            ManifestFixture.settings(3, AvroCompression.Codec.GZIP),
            List.of(ManifestEntry.added(ManifestFixture.file("d.parquet", "Rome", 3))));

    WrittenManifestList list = table.writeList("mem:/l.avro", 3, 9, List.of(first, second));
    // Room for added and existing rows of the first manifest, with or without ids: 10 + 50 + 20.
    assertEquals(OptionalLong.of(1000), list.manifests().get(0).firstRowId());
    assertEquals(OptionalLong.of(1080), list.manifests().get(1).firstRowId());
    assertEquals(OptionalLong.of(1083), list.nextRowId());

    List<OptionalLong> ids =
        table.read(list.manifests().get(0)).stream().map(e -> e.file().firstRowId()).toList();
    assertEquals(
        List.of(
            OptionalLong.empty(),
            OptionalLong.of(1000),
            OptionalLong.of(17),
            OptionalLong.of(1010)),
        ids);
  }

  @Test
  void manifestsOfV1TablesHaveSequenceNumberZero() {
    ManifestFile manifest =
        table.write(
            "mem:/m.avro",
            ManifestFixture.settings(2, AvroCompression.Codec.GZIP),
            List.of(ManifestEntry.added(ManifestFixture.file("a.parquet", "Oslo", 10))));
    ManifestFile described = ManifestReader.describe(table.storage.newInputFile("mem:/m.avro"), 8);
    assertEquals(1, described.partitionSpecId());
    assertEquals(manifest.manifestLength(), described.manifestLength());
    ManifestEntry entry = table.read(described).get(0);
    assertEquals(OptionalLong.of(0), entry.sequenceNumber());
    assertEquals(OptionalLong.of(8), entry.snapshotId());
  }

  @Test
  void aManifestWithoutNumberFromAnotherSnapshotIsRefused() {
    ManifestFile manifest =
        table.write(
            "mem:/m.avro",
            new ManifestSettings(
                2,
                ManifestFixture.SCHEMA,
                ManifestFixture.SPEC,
                io.firn.model.ManifestContent.DATA,
                41,
                AvroCompression.of(AvroCompression.Codec.GZIP)),
            List.of(ManifestEntry.added(ManifestFixture.file("a.parquet", "Oslo", 10))));
    IllegalArgumentException e =
        assertThrows(
            IllegalArgumentException.class,
            () -> table.writeList("mem:/l.avro", 2, 9, List.of(manifest)));
    assertEquals(
        "The manifest mem:/m.avro of snapshot 41 has no sequence number in the list of snapshot 42",
        e.getMessage());
  }

  @Test
  void aManifestShorterThanItsListSaysIsCorrupt() {
    ManifestFile manifest =
        table.write(
            "mem:/m.avro",
            ManifestFixture.settings(2, AvroCompression.Codec.GZIP),
            List.of(ManifestEntry.added(ManifestFixture.file("a.parquet", "Oslo", 10))));
    ManifestFile empty =
        table.write(
            "mem:/m.avro", ManifestFixture.settings(2, AvroCompression.Codec.GZIP), List.of());
    CorruptFileException e = assertThrows(CorruptFileException.class, () -> table.read(manifest));
    assertEquals("mem:/m.avro", e.location());
    assertEquals(empty.manifestLength(), e.offset());
  }
}

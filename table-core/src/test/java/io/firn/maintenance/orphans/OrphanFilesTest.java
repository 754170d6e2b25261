package io.firn.maintenance.orphans;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.firn.codec.puffin.DeletionVectorWriter;
import io.firn.deletes.PositionSet;
import io.firn.error.CorruptFileException;
import io.firn.error.FirnException;
import io.firn.error.InvalidInputException;
import io.firn.error.MissingFileException;
import io.firn.error.NotFoundException;
import io.firn.expr.CaseSensitivity;
import io.firn.expr.Predicate;
import io.firn.model.DataFile;
import io.firn.model.SnapshotRef.RefType;
import io.firn.operation.Append;
import io.firn.operation.ExpireSnapshots;
import io.firn.operation.Isolation;
import io.firn.operation.Replacement;
import io.firn.operation.RewriteFiles;
import io.firn.operation.RowChanges;
import io.firn.operation.RowDelta;
import io.firn.operation.RowLevelCommand;
import io.firn.operation.SetRef;
import io.firn.operation.SnapshotOptions;
import io.firn.operation.Statement;
import io.firn.operation.UpdateProperties;
import io.firn.rowmap.RowMapBuilder;
import io.firn.rowmap.RowMapKind;
import io.firn.rowmap.RowMapPart;
import io.firn.types.StructValue;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is found as an orphan file, and what never is. */
final class OrphanFilesTest {
  @TempDir private Path parent;

  private OldTable table(String name, String... properties) {
    return new OldTable(
        parent.resolve(name),
        properties.length == 0 ? Map.of() : Map.of(properties[0], properties[1]));
  }

  private static OptionalLong head(OldTable table) {
    return table.table().metadata().currentSnapshotId();
  }

  private static void deleteByVector(OldTable table, DataFile target) {
    DeletionVectorWriter writer =
        DeletionVectorWriter.create(
            table.storage.newOutputFile(table.directory + "/data/deletes.puffin"), "test");
    PositionSet rows = new PositionSet();
    rows.add(1);
    try (writer) {
      writer.add(target.filePath(), 0, StructValue.of("x"), rows);
    }
    table.commit(
        new RowDelta(
            SnapshotOptions.main(),
            new Statement(
                RowLevelCommand.DELETE,
                head(table),
                Predicate.ALWAYS_TRUE,
                CaseSensitivity.SENSITIVE,
                Isolation.SNAPSHOT),
            new RowChanges(List.of(), writer.toDataFiles(), List.of(), Set.of(), Map.of())));
  }

  private static void compactWithMap(OldTable table, DataFile source) {
    DataFile target = table.file("compacted");
    RowMapPart part = new RowMapPart();
    part.newTarget(target.filePath());
    part.add(part.source(source.filePath()), 0, 0, 0, 10);
    RowMapBuilder map = new RowMapBuilder(RowMapKind.COMPACTION, head(table).getAsLong());
    map.source(source.filePath(), 10).target(target.filePath(), 10).add(part);
    table.commit(
        new RewriteFiles(
            SnapshotOptions.main(),
            head(table),
            new Replacement(List.of(source), List.of(target), Map.of(), Optional.of(map.build())),
            List.of(),
            OptionalLong.empty()));
  }

  /** Has all kinds of files that a table may reach. */
  private OldTable tableWithEverything() {
    OldTable table = table("t");
    table.append("main", "replaced", "tagged");
    DataFile source = table.file("replaced");
    long first = head(table).getAsLong();
    table.commit(
        new SetRef(
            "v1",
            RefType.TAG,
            OptionalLong.of(first),
            OptionalInt.empty(),
            OptionalLong.empty(),
            OptionalLong.empty(),
            SetRef.Mode.CREATE));
    compactWithMap(table, source);
    table.append("branch", "of-branch");
    table.commit(
        new Append(
            new SnapshotOptions("main", SnapshotOptions.Publication.STAGED, Map.of()),
            List.of(table.file("staged")),
            Append.Mode.FAST));
    deleteByVector(table, table.file("tagged"));
    table.addStatistics(first);
    table.age();
    return table;
  }

  @Test
  void whatAnyStateReachesIsNoOrphanFile() throws IOException {
    OldTable table = tableWithEverything();
    try (Stream<Path> files = Files.list(table.directory.resolve("metadata"))) {
      List<String> names = files.map(f -> f.getFileName().toString()).toList();
      assertTrue(
          names.containsAll(List.of("v1.metadata.json", "version-hint.text")), names::toString);
      assertTrue(names.stream().anyMatch(n -> n.contains("row-map")), names::toString);
    }
    assertEquals(Set.of(), table.orphans());
  }

  @Test
  void whatNothingReachesIs() throws IOException {
    OldTable table = tableWithEverything();
    Set<String> planted =
        Set.of(
            "data/_p=x/dead.parquet",
            "data/lost.puffin",
            "metadata/snap-1-1-dead.avro",
            "metadata/dead-m0.avro",
            "metadata/00001-dead.metadata.json",
            "stray");
    planted.forEach(file -> OldTable.plant(table.directory + "/" + file));
    OldTable.age(Path.of(OldTable.plant(table.directory + "/data/young.parquet")), 2);
    assertEquals(planted, table.orphans());
    List<String> grouped = new ArrayList<>();
    List<Integer> sizes = new ArrayList<>();
    table
        .search(Optional.of(table.directory + "/"))
        .each(
            4,
            group -> {
              sizes.add(group.size());
              group.forEach(
                  file -> {
                    grouped.add(table.relative(file));
                    table.storage.delete(file);
                  });
            });
    assertEquals(List.of(4, 2), sizes);
    assertEquals(planted, Set.copyOf(grouped));
    assertEquals(Set.of(), table.orphans());
  }

  @Test
  void metadataFilesThatFellOutOfTheLogAre() {
    OldTable table = table("t", "write.metadata.previous-versions-max", "2");
    for (int i = 0; i < 4; i++) {
      table.append("main", "f" + i);
    }
    table.age();
    assertEquals(Set.of("metadata/v1.metadata.json", "metadata/v2.metadata.json"), table.orphans());
  }

  @Test
  void filesOfExpiredSnapshotsAre() {
    OldTable table = table("t");
    table.append("main", "a");
    DataFile replaced = table.file("a");
    table.commit(
        new RewriteFiles(
            SnapshotOptions.main(),
            OptionalLong.empty(),
            List.of(replaced),
            List.of(),
            List.of(table.file("b")),
            List.of(),
            OptionalLong.empty()));
    table.age();
    assertEquals(Set.of(), table.orphans());
    table.commit(
        new ExpireSnapshots(
            OptionalLong.of(Long.MAX_VALUE / 2),
            OptionalInt.of(1),
            Set.of(),
            ExpireSnapshots.Leftovers.KEEP));
    Set<String> orphans = table.orphans();
    assertEquals(3, orphans.size(), orphans::toString);
    assertTrue(orphans.contains("data/_p=x/a.parquet"), orphans::toString);
  }

  @Test
  void hiddenFilesAreNotButDirectoriesOfPartitionsAreNotHidden() {
    OldTable table = table("t");
    OldTable.plant(table.directory + "/_hidden");
    OldTable.plant(table.directory + "/.tmp/file");
    OldTable.plant(table.directory + "/data/_staging/file");
    OldTable.plant(table.directory + "/data/_p=y/_file");
    OldTable.plant(table.directory + "/data/_p=y/file");
    table.age();
    assertEquals(Set.of("data/_p=y/file"), table.orphans());
  }

  @Test
  void withoutAManifestNobodyCanTell() throws IOException {
    OldTable table = tableWithEverything();
    OldTable.plant(table.directory + "/dead");
    List<Path> lists;
    try (Stream<Path> files = Files.list(table.directory.resolve("metadata"))) {
      lists = files.filter(f -> f.toString().endsWith(".avro")).toList();
    }
    for (Path file : lists) {
      if (file.toString().contains("row-map")) {
        continue;
      }
      byte[] content = Files.readAllBytes(file);
      Files.delete(file);
      assertThrows(MissingFileException.class, table::orphans, file::toString);
      byte[] half = new byte[content.length / 2];
      System.arraycopy(content, 0, half, 0, half.length);
      Files.write(file, half);
      assertThrows(CorruptFileException.class, table::orphans, file::toString);
      Files.write(file, content);
    }
    assertEquals(Set.of("dead"), table.orphans());
  }

  @Test
  void filesThatAreCommittedMeanwhileStay() {
    OldTable table = table("t");
    table.append("main", "a");
    DataFile late = table.file("late");
    OldTable.plant(table.directory + "/dead");
    table.age();
    assertEquals(Set.of("data/_p=x/late.parquet", "dead"), table.orphans());
    Append append = new Append(SnapshotOptions.main(), List.of(late), Append.Mode.FAST);
    table.storage.afterList(
        directory -> directory.equals(table.directory.toString()), 1, () -> table.commit(append));
    assertEquals(Set.of("dead"), table.orphans());
  }

  private static List<String> ofList(
      OldTable table, EqualPrefixes equal, PrefixMismatch mode, String... files) {
    Supplier<Stream<String>> list = () -> Stream.of(files);
    return OrphanFiles.of(
            table.table(),
            new OrphanFiles.Request(
                Optional.of("file:" + table.directory),
                OldTable.NOW,
                Optional.of(list),
                equal,
                mode))
        .all();
  }

  @Test
  void otherSchemesAndAuthoritiesAreAsTheModeSays() {
    OldTable table = table("t");
    String at = table.directory.toString();
    table.commit(
        new Append(
            SnapshotOptions.main(),
            Stream.of("file:" + at + "/f", "gs:" + at + "/g", "file://c" + at + "/h")
                .map(f -> DataFile.parquet(f, 0, StructValue.of("x"), 1, 1))
                .toList(),
            Append.Mode.FAST));
    EqualPrefixes standard = EqualPrefixes.standard();
    String f = "file:" + at + "/f";
    String g = "file:" + at + "/g";
    String h = "file:" + at + "/h";
    String dead = "file:" + at + "/dead";
    // Directories whose name only begins as the location does are other ones.
    String beside = "file:" + at + "2/f";
    assertEquals(List.of(dead), ofList(table, standard, PrefixMismatch.ERROR, f, dead, beside));
    String message =
        assertThrows(
                InvalidInputException.class,
                () -> ofList(table, standard, PrefixMismatch.ERROR, g, h, dead))
            .getMessage();
    assertTrue(message.endsWith("(the table's, the file's): [(c, ), (gs, file)]"), message);
    assertEquals(List.of(dead), ofList(table, standard, PrefixMismatch.IGNORE, g, h, dead));
    assertEquals(List.of(g, h), ofList(table, standard, PrefixMismatch.DELETE, f, g, h));
    EqualPrefixes equal = new EqualPrefixes(Map.of("x, file ", "gs"), Map.of("c", ""));
    assertEquals(List.of(dead), ofList(table, equal, PrefixMismatch.ERROR, f, g, h, dead));
    assertThrows(InvalidInputException.class, () -> PrefixMismatch.of("NONE"));
    assertEquals(PrefixMismatch.DELETE, PrefixMismatch.of("delete"));
  }

  @Test
  void filesOfOtherTablesAreNotLookedFor() {
    OldTable table = table("t");
    OldTable other = table("u");
    OldTable nested = table("t/data/nested");
    for (OldTable one : List.of(table, other, nested)) {
      one.append("main", "a");
      one.age();
    }
    for (Optional<String> location :
        List.of(
            Optional.<String>empty(),
            Optional.of(parent.toString()),
            Optional.of(other.directory.toString()),
            Optional.of(other.directory + "/data"),
            Optional.of(other.directory + "/data/_p=x"))) {
      String message =
          assertThrows(
                  InvalidInputException.class,
                  () -> table.search(location).each(1, f -> {}),
                  location::toString)
              .getMessage();
      assertTrue(message.contains("another table has files there"), message);
    }
    // The table in which it lies is none of its business.
    assertEquals(Set.of(), nested.orphans());
    table.storage.deleteTree(nested.directory.toString());
    assertEquals(Set.of(), table.orphans());
    OldTable.plant(parent + "/elsewhere/dead");
    assertEquals(
        List.of(parent + "/elsewhere/dead"),
        table.search(Optional.of(parent + "/elsewhere")).all());
    OldTable.plant(parent + "/elsewhere/other/metadata/v1.metadata.json");
    String unreadable =
        assertThrows(
                InvalidInputException.class,
                () -> table.search(Optional.of(parent + "/elsewhere")).all())
            .getMessage();
    assertTrue(unreadable.contains("may be metadata of another table"), unreadable);
    assertTrue(unreadable.contains("elsewhere/other/metadata/v1.metadata.json"), unreadable);
  }

  @Test
  void tablesThatShareTheirFilesAndPlacesThatAreNotThereAreRefused() {
    OldTable table = table("t");
    FirnException e =
        assertThrows(
            NotFoundException.class, () -> table.search(Optional.of(parent + "/gone")).all());
    assertTrue(e.getMessage().contains(parent + "/gone"), e.getMessage());
    table.commit(new UpdateProperties(Map.of("gc.enabled", "false"), Set.of()));
    assertTrue(
        assertThrows(InvalidInputException.class, table::orphans)
            .getMessage()
            .contains("GC is disabled"));
  }
}

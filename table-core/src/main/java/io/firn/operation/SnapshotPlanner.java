package io.firn.operation;

import io.firn.codec.avro.AvroCompression;
import io.firn.codec.avro.ManifestListSettings;
import io.firn.codec.avro.ManifestListWriter;
import io.firn.codec.avro.ManifestWriter;
import io.firn.codec.avro.WrittenManifestList;
import io.firn.error.CommitConflictException;
import io.firn.error.InvalidInputException;
import io.firn.io.OutputFile;
import io.firn.model.DataFile;
import io.firn.model.FileKey;
import io.firn.model.ManifestContent;
import io.firn.model.ManifestFile;
import io.firn.model.MetadataUpdate;
import io.firn.model.Requirement;
import io.firn.model.Snapshot;
import io.firn.model.SnapshotOperation;
import io.firn.model.SnapshotRef;
import io.firn.model.TableChange;
import io.firn.model.TableMetadata;
import io.firn.scan.SnapshotManifests;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Makes the snapshot of one edit on one base: writes the manifests and the manifest list, and says
 * what changes in the table metadata.
 */
final class SnapshotPlanner {
  private static final int LISTED_FILES = 3;

  private final Planning planning;
  private final SnapshotEdit edit;
  private final TableMetadata table;
  private final long snapshotId;
  private final Optional<Snapshot> parent;
  private final FileChecks checks;
  private final StepFiles step;
  private final ManifestFactory factory;
  private final SummaryBuilder summary;

  private SnapshotPlanner(Planning planning, SnapshotEdit edit) {
    this.planning = planning;
    this.edit = edit;
    this.table = planning.table();
    this.snapshotId = planning.snapshotId();
    this.checks = new FileChecks(planning.tableName(), table);
    this.parent = parent(table, edit.options().branch());
    this.step = planning.files().step(planning.step(), edit);
    this.factory = new ManifestFactory(planning.files(), table, snapshotId);
    this.summary = new SummaryBuilder(table);
  }

  /** Plans the edit. */
  static TableChange plan(Planning planning, SnapshotEdit edit) {
    return new SnapshotPlanner(planning, edit).plan(Optional.empty());
  }

  /** Plans the edit, which adds the files in these manifests besides its own. */
  static TableChange plan(Planning planning, SnapshotEdit edit, StagedManifests staged) {
    return new SnapshotPlanner(planning, edit).plan(Optional.of(staged));
  }

  /** How the files of a snapshot are to be listed by other manifests; empty: as they are. */
  interface Relisting {
    Optional<Manifests> relist(
        List<ManifestFile> manifests, ManifestFactory factory, StepFiles step);
  }

  /** Plans a snapshot with the files of its parent; no change if they stay listed as they are. */
  static TableChange plan(Planning planning, SnapshotEdit edit, Relisting relisting) {
    return new SnapshotPlanner(planning, edit).relist(relisting);
  }

  /** A branch that does not exist yet starts from the current snapshot. */
  private static Optional<Snapshot> parent(TableMetadata table, String branch) {
    return table.ref(branch).isPresent() ? table.refSnapshot(branch) : table.currentSnapshot();
  }

  private TableChange plan(Optional<StagedManifests> staged) {
    checks.requireWritable(edit.options().branch());
    List<DataFile> data = checks.newDataFiles(edit.addedData());
    List<DataFile> deletes = checks.newDeleteFiles(edit.addedDeletes());
    List<ManifestFile> added = new ArrayList<>(step.added(() -> writeAdded(data, deletes)));
    summary.added(data);
    summary.added(deletes);
    staged.ifPresent(
        manifests -> {
          manifests.locations().forEach(planning.files()::adopt);
          added.addAll(manifests.of(snapshotId));
          summary.addedAsIn(manifests.counts());
        });
    List<ManifestFile> old = oldManifests();
    Manifests manifests =
        edit.oldManifests() == SnapshotEdit.OldManifests.KEEP
            ? new Manifests(Stream.concat(added.stream(), old.stream()).toList(), 0)
            : mergedManifests(added, old);
    Map<String, String> changes = summary.changes();
    requireNoGrowth(changes);
    return change(writeList(manifests.list()), summary(changes, manifests));
  }

  private TableChange relist(Relisting relisting) {
    checks.requireWritable(edit.options().branch());
    Optional<Manifests> manifests = relisting.relist(oldManifests(), factory, step);
    return manifests.isEmpty()
        ? new TableChange(List.of(), List.of())
        : change(writeList(manifests.get().list()), summary(summary.changes(), manifests.get()));
  }

  private List<ManifestFile> oldManifests() {
    return new MissingCounts(factory)
        .fill(
            parent
                .map(p -> SnapshotManifests.read(planning.files().storage(), p))
                .orElse(List.of()));
  }

  private List<ManifestFile> writeAdded(List<DataFile> data, List<DataFile> deletes) {
    List<ManifestFile> written =
        new ArrayList<>(
            factory.writeAdded(data, file -> edit.dataSequenceNumber(), ManifestContent.DATA));
    written.addAll(factory.writeAdded(deletes, edit::ageOf, ManifestContent.DELETES));
    return written;
  }

  /** The manifests of the snapshot, and how many of the parent's were written anew. */
  record Manifests(List<ManifestFile> list, long replaced) {}

  private Manifests mergedManifests(List<ManifestFile> added, List<ManifestFile> old) {
    ManifestFilter filter = new ManifestFilter(factory, step);
    List<FilteredManifest> data =
        filter.filter(
            of(ManifestContent.DATA, old), FileSelection.ofData(planning.tableName(), table, edit));
    requireAllFound(edit.removal().dataFiles(), data);
    List<DataFile> removedData = data.stream().flatMap(m -> m.removed().stream()).toList();
    List<FilteredManifest> deletes =
        filter.filter(
            of(ManifestContent.DELETES, old),
            FileSelection.ofDeletes(
                planning.tableName(), table, edit, removedData, oldestLiveData(added, data)));
    requireAllFound(edit.removal().deleteFiles(), deletes);
    data.forEach(summary::removed);
    deletes.forEach(summary::removed);
    ManifestMerger merger = new ManifestMerger(factory, step);
    List<ManifestFile> all = new ArrayList<>();
    all.addAll(merger.merge(kept(of(ManifestContent.DATA, added), data)));
    all.addAll(merger.merge(kept(of(ManifestContent.DELETES, added), deletes)));
    long rewritten = Stream.concat(data.stream(), deletes.stream()).filter(m -> m.isNew()).count();
    return new Manifests(all, rewritten + merger.replaced());
  }

  private static List<ManifestFile> of(ManifestContent content, List<ManifestFile> manifests) {
    return manifests.stream().filter(m -> m.content() == content).toList();
  }

  /** New manifests first; a manifest of an older snapshot goes when nothing in it lives. */
  private static List<ManifestFile> kept(List<ManifestFile> added, List<FilteredManifest> old) {
    return Stream.concat(
            added.stream(),
            old.stream()
                .filter(m -> m.isNew() || m.manifest().mayHaveLiveFiles())
                .map(FilteredManifest::manifest))
        .toList();
  }

  /**
   * The least data sequence number of live data. New files that carry an older number of their own
   * count: a compacted file is as old as what it was made from.
   */
  private long oldestLiveData(List<ManifestFile> added, List<FilteredManifest> data) {
    return Stream.concat(
            of(ManifestContent.DATA, added).stream(), data.stream().map(FilteredManifest::manifest))
        .mapToLong(ManifestFile::minSequenceNumber)
        .filter(number -> number != ManifestWriter.UNASSIGNED_SEQUENCE_NUMBER)
        .reduce(table.lastSequenceNumber(), Math::min);
  }

  private void requireAllFound(List<DataFile> wanted, List<FilteredManifest> manifests) {
    if (edit.whenMissing() == SnapshotEdit.WhenMissing.IGNORE) {
      return;
    }
    Set<FileKey> found = new HashSet<>();
    manifests.forEach(m -> m.removed().forEach(f -> found.add(f.key())));
    List<String> missing =
        wanted.stream().filter(f -> !found.contains(f.key())).map(DataFile::filePath).toList();
    if (!missing.isEmpty()) {
      throw new CommitConflictException(
          ("Cannot commit %s to %s: Missing required files to delete: %s. Another commit removed"
                  + " or rewrote them; run it again on the new data.")
              .formatted(edit.operationName(), planning.tableName(), listed(missing)));
    }
  }

  private static String listed(List<String> paths) {
    String first = String.join(", ", paths.subList(0, Math.min(LISTED_FILES, paths.size())));
    return paths.size() > LISTED_FILES
        ? first + " and " + (paths.size() - LISTED_FILES) + " more"
        : first;
  }

  /** A rewrite keeps the rows, or drops deleted ones. */
  private void requireNoGrowth(Map<String, String> changes) {
    long added = Long.parseLong(changes.getOrDefault("added-records", "0"));
    long replaced = Long.parseLong(changes.getOrDefault("deleted-records", "0"));
    // After a rebase, rows of files that others replaced may be in the new files, but deleted.
    long masked = Long.parseLong(changes.getOrDefault("added-position-deletes", "0"));
    if (edit.operation() == SnapshotOperation.REPLACE && added > replaced + masked) {
      throw new InvalidInputException(
          "Cannot commit %s to %s: Invalid REPLACE operation: %d added records > %d replaced records"
              .formatted(edit.operationName(), planning.tableName(), added, replaced));
    }
  }

  private Map<String, String> summary(Map<String, String> changes, Manifests manifests) {
    Map<String, String> all = new LinkedHashMap<>();
    all.put(Snapshot.OPERATION_KEY, edit.operation().text());
    all.putAll(edit.options().summary());
    all.putAll(edit.summary());
    rowMap().ifPresent(map -> all.putAll(map.summary()));
    all.putAll(changes);
    SummaryBuilder.putManifestCounts(all, manifests.list(), snapshotId, manifests.replaced());
    SummaryBuilder.putTotals(all, parent);
    return all;
  }

  private Optional<KeptRowMap> rowMap() {
    return edit.rowMap()
        .map(map -> step.rowMap(() -> KeptRowMap.write(planning, edit.operationName(), map)));
  }

  private record ManifestList(String location, WrittenManifestList content) {}

  private ManifestList writeList(List<ManifestFile> manifests) {
    OutputFile file = planning.files().newManifestList(table, snapshotId, planning.attempt());
    WrittenManifestList written =
        ManifestListWriter.write(
            file,
            new ManifestListSettings(
                table.formatVersion(),
                snapshotId,
                parentId(),
                table.lastSequenceNumber() + 1,
                hasRowIds() ? OptionalLong.of(table.nextRowId()) : OptionalLong.empty(),
                AvroCompression.ofManifests(table.properties()),
                rowMap().map(KeptRowMap::listHeader).orElse(Map.of())),
            manifests);
    planning.files().use(file.location());
    rowMap().flatMap(KeptRowMap::location).ifPresent(planning.files()::use);
    manifests.forEach(m -> planning.files().use(m.manifestPath()));
    return new ManifestList(file.location(), written);
  }

  private TableChange change(ManifestList list, Map<String, String> fullSummary) {
    String branch = edit.options().branch();
    Snapshot snapshot =
        new Snapshot(
            snapshotId,
            parentId(),
            table.lastSequenceNumber() + 1,
            Math.max(planning.nowMillis(), table.lastUpdatedMillis()),
            fullSummary,
            Optional.of(list.location()),
            List.of(),
            OptionalInt.of(table.currentSchemaId()),
            hasRowIds() ? OptionalLong.of(table.nextRowId()) : OptionalLong.empty(),
            hasRowIds()
                ? OptionalLong.of(list.content().nextRowId().orElseThrow() - table.nextRowId())
                : OptionalLong.empty(),
            Optional.empty());
    List<MetadataUpdate> updates = new ArrayList<>();
    updates.add(new MetadataUpdate.AddSnapshot(snapshot));
    Optional<SnapshotRef> ref = table.ref(branch);
    if (edit.options().publication() == SnapshotOptions.Publication.CURRENT) {
      updates.add(
          new MetadataUpdate.SetSnapshotRef(
              branch, ref.map(r -> r.at(snapshotId)).orElse(SnapshotRef.branch(snapshotId))));
    }
    return new TableChange(
        List.of(
            new Requirement.AssertTableUuid(table.tableUuid()),
            new Requirement.AssertRefSnapshotId(
                branch,
                ref.isPresent() ? OptionalLong.of(ref.get().snapshotId()) : OptionalLong.empty())),
        updates);
  }

  private boolean hasRowIds() {
    return table.formatVersion() >= 3;
  }

  private OptionalLong parentId() {
    return parent.isPresent() ? OptionalLong.of(parent.get().snapshotId()) : OptionalLong.empty();
  }
}

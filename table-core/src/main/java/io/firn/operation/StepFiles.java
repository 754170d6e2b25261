package io.firn.operation;

import io.firn.model.ManifestFile;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The manifests and the row map that one edit has written, for its next attempt. */
final class StepFiles {

  /**
   * What a filtered manifest depends on besides the edit: the age below which delete files go, and
   * the data files whose deletes go.
   */
  record Criteria(long minSequenceNumber, Set<String> removedDataFiles) {}

  private final SnapshotEdit edit;
  private final List<ManifestFile> added = new ArrayList<>();
  private boolean addedIsWritten;
  private final Map<Criteria, Map<String, FilteredManifest>> filtered = new HashMap<>();
  private final Map<List<String>, ManifestFile> merged = new HashMap<>();
  private @Nullable KeptRowMap rowMap;
  private @Nullable Set<String> chosen;
  private final Map<List<String>, List<ManifestFile>> rewritten = new HashMap<>();

  StepFiles(SnapshotEdit edit) {
    this.edit = edit;
  }

  SnapshotEdit edit() {
    return edit;
  }

  List<ManifestFile> added(Supplier<List<ManifestFile>> write) {
    if (!addedIsWritten) {
      added.addAll(write.get());
      addedIsWritten = true;
    }
    return List.copyOf(added);
  }

  KeptRowMap rowMap(Supplier<KeptRowMap> write) {
    KeptRowMap known = rowMap;
    if (known == null) {
      known = write.get();
      rowMap = known;
    }
    return known;
  }

  /** By path of the manifest; to be added to. */
  Map<String, FilteredManifest> filtered(Criteria criteria) {
    return filtered.computeIfAbsent(criteria, c -> new HashMap<>());
  }

  ManifestFile merged(List<ManifestFile> bin, Supplier<ManifestFile> merge) {
    List<String> key = bin.stream().map(ManifestFile::manifestPath).toList();
    ManifestFile known = merged.get(key);
    if (known == null) {
      known = merge.get();
      merged.put(key, known);
    }
    return known;
  }

  /** By path, the manifests that the edit is about, as its first attempt found them. */
  Set<String> chosen(Supplier<Set<String>> choose) {
    Set<String> known = chosen;
    if (known == null) {
      known = Set.copyOf(choose.get());
      chosen = known;
    }
    return known;
  }

  /** The manifests that list the live files of the sources; of the same sources the same ones. */
  List<ManifestFile> rewritten(List<ManifestFile> sources, Supplier<List<ManifestFile>> rewrite) {
    List<String> key = sources.stream().map(ManifestFile::manifestPath).toList();
    List<ManifestFile> known = rewritten.get(key);
    if (known == null) {
      known = List.copyOf(rewrite.get());
      rewritten.put(key, known);
    }
    return known;
  }
}

package io.firn.delta;

import java.util.UUID;

/** A table that is complete and in no catalog yet. */
public final class ImportedTable {
  private final TableDraft draft;
  private final String metadataFile;
  private final long dataFiles;
  private final long versions;
  private final long versionsLeftOut;

  ImportedTable(
      TableDraft draft, String metadataFile, long dataFiles, long versions, long versionsLeftOut) {
    this.draft = draft;
    this.metadataFile = metadataFile;
    this.dataFiles = dataFiles;
    this.versions = versions;
    this.versionsLeftOut = versionsLeftOut;
  }

  /** What a catalog has to register. */
  public String metadataFile() {
    return metadataFile;
  }

  /** Its uuid, by which it is known again. */
  public UUID tableUuid() {
    return draft.metadata().tableUuid();
  }

  /** To be called once it is registered: some catalogs make a metadata file of their own. */
  public void registeredAs(String location) {
    if (!location.equals(metadataFile)) {
      draft.delete(metadataFile);
    }
  }

  /** How many data files the latest version has. */
  public long dataFiles() {
    return dataFiles;
  }

  /** How many versions of the Delta table there are. */
  public long versions() {
    return versions;
  }

  /** How many were left out: files of them are missing, or they had other columns. */
  public long versionsLeftOut() {
    return versionsLeftOut;
  }

  /** Deletes all files that were written for it, since no catalog has taken it. */
  public void discard() {
    draft.discard();
  }
}

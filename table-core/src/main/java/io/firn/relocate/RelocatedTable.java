package io.firn.relocate;

/**
 * What was staged: the name of the newest metadata file, the list of the files to copy, and how
 * many manifests and delete files have other paths in them now.
 */
public record RelocatedTable(
    String latestVersion, String fileListLocation, int manifestCount, int deleteFileCount) {}

package io.firn.procedures.imports;

import io.firn.error.CommitStateUnknownException;
import io.firn.imports.SpecMatch;
import io.firn.operation.StagedManifests;
import io.firn.partition.PartitionSpec;
import io.firn.spark.procedure.NewTable;
import io.firn.table.Table;
import java.util.Map;
import org.apache.spark.sql.SparkSession;

/** Creates a prepared table on the files of a source, at once. */
public final class TableImport {
  private final String procedure;
  private final SparkSession session;
  private final NewTable target;
  private final int threads;
  private final WhenMissing whenMissing;

  /**
   * So many threads of a task read footers at a time; its progress goes by the procedure's name.
   */
  public TableImport(
      String procedure,
      SparkSession session,
      NewTable target,
      int threads,
      WhenMissing whenMissing) {
    this.procedure = procedure;
    this.session = session;
    this.target = target;
    this.threads = threads;
    this.whenMissing = whenMissing;
  }

  /**
   * Returns how many files it has. If that fails for sure, the manifests that were written for it
   * are gone; what else the target left is not.
   */
  public long create(ImportSource source) {
    Table table = target.table();
    PartitionSpec spec = SpecMatch.find(table.metadata(), table.name(), source.partitionColumns());
    FileImport files = new FileImport(procedure, session, table, threads, whenMissing);
    StagedManifests staged = files.stage(files.files(source, spec, Map.of()), spec);
    boolean settled = false;
    try {
      files.add(staged);
      target.create();
      settled = true;
    } catch (CommitStateUnknownException e) {
      settled = true;
      throw e;
    } finally {
      if (!settled) {
        staged.discard(table.storage());
      }
    }
    return staged.fileCount();
  }
}

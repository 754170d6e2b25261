package io.firn.procedures.imports;

import io.firn.commit.CommitOutcome;
import io.firn.error.CommitStateUnknownException;
import io.firn.error.FirnException;
import io.firn.error.InvalidInputException;
import io.firn.error.MissingFileException;
import io.firn.imports.KnownFiles;
import io.firn.imports.PartitionText;
import io.firn.imports.SourceDirectory;
import io.firn.imports.SourceTree;
import io.firn.io.FileEntry;
import io.firn.model.DataFile;
import io.firn.model.Snapshot;
import io.firn.model.SnapshotRef;
import io.firn.operation.AppendManifests;
import io.firn.operation.EnsureNameMapping;
import io.firn.operation.ManifestStaging;
import io.firn.operation.OperationSequence;
import io.firn.operation.SnapshotOptions;
import io.firn.operation.StagedManifests;
import io.firn.partition.PartitionSpec;
import io.firn.procedures.progress.JobName;
import io.firn.procedures.progress.Progress;
import io.firn.procedures.progress.Work;
import io.firn.scan.Workers;
import io.firn.spark.wire.DataFileBytes;
import io.firn.spark.wire.WireConf;
import io.firn.spark.write.EngineSummary;
import io.firn.table.Table;
import io.firn.types.StructValue;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.sql.SparkSession;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Prepares the import of files into a table: lists them, reads their footers in Spark jobs, and
 * writes manifests of them. Holds the names of all files, and of the rest what one job returns.
 */
public final class FileImport {
  private static final Logger LOG = LoggerFactory.getLogger(FileImport.class);
  private static final int FILES_OF_TASK = 100;
  private static final int TASKS_OF_JOB_PER_CORE = 2;
  private static final int NAMED_DUPLICATES = 10;

  private final String procedure;
  private final SparkSession session;
  private final Table table;
  private final int threads;
  private final WhenMissing whenMissing;

  /**
   * So many threads of a task read footers at a time; its progress goes by the procedure's name.
   */
  public FileImport(
      String procedure, SparkSession session, Table table, int threads, WhenMissing whenMissing) {
    this.procedure = procedure;
    this.session = session;
    this.table = table;
    this.threads = threads;
    this.whenMissing = whenMissing;
  }

  /** The files of the source in the partitions that the filter names; all without one. */
  public List<DataFile> files(ImportSource source, PartitionSpec spec, Map<String, String> filter) {
    PartitionText text =
        new PartitionText(
            table.name(),
            table.metadata().schema(),
            spec,
            ZoneId.of(session.sessionState().conf().sessionLocalTimeZone()));
    List<Partition> wanted = new ArrayList<>();
    for (SourceDirectory directory : source.directories()) {
      StructValue values = text.values(directory);
      if (text.matches(values, filter)) {
        wanted.add(new Partition(directory, values));
      }
    }
    SourceTree tree = new SourceTree(table.storage());
    return Workers.fromSystemProperty()
        .map(wanted, partition -> files(source, tree, partition, spec.specId()))
        .stream()
        .flatMap(List::stream)
        .toList();
  }

  private record Partition(SourceDirectory directory, StructValue values) {}

  private List<DataFile> files(
      ImportSource source, SourceTree tree, Partition partition, int specId) {
    try {
      List<DataFile> files = new ArrayList<>();
      for (FileEntry file : source.listed(tree, partition.directory()).files()) {
        files.add(DataFile.parquet(file.location(), specId, partition.values(), 0, file.length()));
      }
      return files;
    } catch (MissingFileException e) {
      if (whenMissing == WhenMissing.FAIL) {
        throw new MissingFileException(
            "Cannot import "
                + source.name()
                + " into "
                + table.name()
                + ": its directory "
                + partition.directory().location()
                + " does not exist",
            e);
      }
      LOG.warn("{} has no directory {}", source.name(), partition.directory().location());
      return List.of();
    }
  }

  /**
   * Refuses files that the current snapshot holds already.
   *
   * @throws InvalidInputException naming some of them
   */
  public void requireNew(List<DataFile> files) {
    Optional<Snapshot> current = table.metadata().currentSnapshot();
    if (current.isEmpty()) {
      return;
    }
    Set<String> locations = new HashSet<>();
    files.forEach(file -> locations.add(file.filePath()));
    List<String> known = new KnownFiles(table.storage(), current.get()).among(locations);
    if (!known.isEmpty()) {
      throw new InvalidInputException(
          "Cannot complete import because %d data files to be imported already exist within the target table %s: %s. A table is not made for several references to one file; if this is wanted, set check_duplicate_files to false"
              .formatted(
                  known.size(),
                  table.name(),
                  String.join(",", known.subList(0, Math.min(NAMED_DUPLICATES, known.size())))));
    }
  }

  /** Reads the footers of the files, all of one spec, and writes manifests. */
  public StagedManifests stage(List<DataFile> files, PartitionSpec spec) {
    FooterTask task =
        new FooterTask(
            table.metadata(),
            spec,
            WireConf.broadcast(session.sparkContext(), table.storage()),
            threads,
            whenMissing);
    DataFileBytes.PartitionTypes types = task.partitionTypes();
    JavaSparkContext context = JavaSparkContext.fromSparkContext(session.sparkContext());
    int cores = context.defaultParallelism();
    int ofTask = Math.max(1, Math.min(FILES_OF_TASK, files.size() / cores));
    int ofJob = ofTask * cores * TASKS_OF_JOB_PER_CORE;
    Work work = Work.of(procedure, table.name(), "files", files.size());
    try (Progress progress = Progress.start(session, work);
        ManifestStaging staging =
            new ManifestStaging(table.storage(), table.name(), table.metadata())) {
      for (int from = 0; from < files.size(); from += ofJob) {
        List<DataFile> some = files.subList(from, Math.min(files.size(), from + ofJob));
        String name =
            work.jobName(
                "footers of files %d to %d of %d"
                    .formatted(from + 1, from + some.size(), files.size()));
        for (byte[] described : run(context, name, task, chunks(some, ofTask, types))) {
          DataFileBytes.read(described, types).forEach(staging::add);
        }
        progress.done(some.size());
      }
      return staging.finish();
    }
  }

  /**
   * Adds the files of the manifests to the table, and a name mapping if it has none. If that fails
   * for sure, the manifests are gone.
   */
  public CommitOutcome add(StagedManifests staged) {
    SnapshotOptions options =
        new SnapshotOptions(
            SnapshotRef.MAIN, SnapshotOptions.Publication.CURRENT, EngineSummary.of(session));
    try {
      return table.commit(
          new OperationSequence(
              List.of(new EnsureNameMapping(), new AppendManifests(options, staged))));
    } catch (CommitStateUnknownException e) {
      throw e;
    } catch (FirnException e) {
      staged.discard(table.storage());
      throw e;
    }
  }

  private static List<byte[]> chunks(
      List<DataFile> files, int size, DataFileBytes.PartitionTypes types) {
    List<byte[]> chunks = new ArrayList<>();
    for (int from = 0; from < files.size(); from += size) {
      chunks.add(
          DataFileBytes.write(files.subList(from, Math.min(files.size(), from + size)), types));
    }
    return chunks;
  }

  private List<byte[]> run(
      JavaSparkContext context, String name, FooterTask task, List<byte[]> chunks) {
    try (JobName ignored = JobName.set(context, name)) {
      return context.parallelize(chunks, chunks.size()).map(task::run).collect();
    } catch (RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw failed(e);
    }
  }

  /** Spark's exception has what the task threw among its causes. */
  private RuntimeException failed(Exception failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof FirnException known) {
        return known.during("Cannot import files into", table.name());
      }
    }
    return new IllegalStateException("Cannot import files into " + table.name(), failure);
  }
}

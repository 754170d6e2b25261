package io.firn.procedures.relocate;

import io.firn.io.Storage;
import io.firn.model.FileFormat;
import io.firn.procedures.progress.JobName;
import io.firn.procedures.progress.Progress;
import io.firn.relocate.DeleteFileCopy;
import io.firn.relocate.DeleteFileWriter;
import io.firn.relocate.PathPrefix;
import io.firn.spark.wire.WireConf;
import io.firn.table.Table;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.util.LongAccumulator;

/** Writes copies of delete files on the executors, some files a task. */
public final class DeleteFileJob implements DeleteFileWriter {
  private static final int FILES_OF_TASK = 20;

  private final SparkSession session;
  private final Table table;
  private final PathPrefix prefix;
  private final Progress progress;

  public DeleteFileJob(SparkSession session, Table table, PathPrefix prefix, Progress progress) {
    this.session = session;
    this.table = table;
    this.prefix = prefix;
    this.progress = progress;
  }

  @Override
  public List<Long> write(List<DeleteFileCopy> files) {
    if (files.isEmpty()) {
      return List.of();
    }
    JavaSparkContext context = JavaSparkContext.fromSparkContext(session.sparkContext());
    List<Chunk> chunks = new ArrayList<>();
    for (int from = 0; from < files.size(); from += FILES_OF_TASK) {
      chunks.add(new Chunk(files.subList(from, Math.min(files.size(), from + FILES_OF_TASK))));
    }
    Task task = new Task(prefix, WireConf.broadcast(session.sparkContext(), table.storage()));
    LongAccumulator copied = progress.ofTasks(session);
    String name = progress.work().jobName(files.size() + " position delete files");
    try (JobName ignored = JobName.set(context, name)) {
      List<Long> lengths = new ArrayList<>();
      for (long[] some :
          context
              .parallelize(chunks, chunks.size())
              .map(chunk -> task.run(chunk, copied))
              .collect()) {
        for (long length : some) {
          lengths.add(length);
        }
      }
      return lengths;
    }
  }

  /** Some files on their way to an executor. */
  private static final class Chunk implements Serializable {
    private static final long serialVersionUID = 1L;

    private final String[] sources;
    private final long[] lengths;
    private final String[] formats;
    private final String[] targets;

    Chunk(List<DeleteFileCopy> files) {
      this.sources = files.stream().map(DeleteFileCopy::source).toArray(String[]::new);
      this.lengths = files.stream().mapToLong(DeleteFileCopy::length).toArray();
      this.formats = files.stream().map(f -> f.format().name()).toArray(String[]::new);
      this.targets = files.stream().map(f -> f.target().orElse("")).toArray(String[]::new);
    }

    int size() {
      return sources.length;
    }

    DeleteFileCopy file(int i) {
      return new DeleteFileCopy(
          sources[i],
          lengths[i],
          FileFormat.valueOf(formats[i]),
          targets[i].isEmpty() ? Optional.empty() : Optional.of(targets[i]));
    }
  }

  /** The work on a chunk. */
  private static final class Task implements Serializable {
    private static final long serialVersionUID = 1L;

    private final String source;
    private final String target;
    private final WireConf conf;

    Task(PathPrefix prefix, WireConf conf) {
      this.source = prefix.source();
      this.target = prefix.target();
      this.conf = conf;
    }

    long[] run(Chunk chunk, LongAccumulator copied) {
      Storage storage = conf.storage();
      PathPrefix paths = new PathPrefix(source, target);
      long[] lengths = new long[chunk.size()];
      for (int i = 0; i < lengths.length; i++) {
        lengths[i] = chunk.file(i).write(storage, paths);
      }
      copied.add(lengths.length);
      return lengths;
    }
  }
}

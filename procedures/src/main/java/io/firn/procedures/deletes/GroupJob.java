package io.firn.procedures.deletes;

import io.firn.deletes.PositionSet;
import io.firn.maintenance.deletes.DeleteGroup;
import io.firn.maintenance.deletes.DeleteRewriteOptions;
import io.firn.model.DataFile;
import io.firn.operation.AgedFile;
import io.firn.procedures.progress.JobName;
import io.firn.spark.rowlevel.DeleteInput;
import io.firn.spark.rowlevel.DeleteRewriter;
import io.firn.table.Table;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.apache.spark.HashPartitioner;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.util.CollectionAccumulator;
import scala.Tuple2;

/**
 * Rewrites a group as a Spark job: of one task if one new file is enough, else of as many as there
 * will be files, after a shuffle that brings the deletes of each data file to one of them.
 */
final class GroupJob {
  private final SparkSession session;
  private final Table table;
  private final DeleteRewriteOptions options;
  private final DeleteRewriter rewriter;

  GroupJob(SparkSession session, Table table, DeleteRewriteOptions options) {
    this.session = session;
    this.table = table;
    this.options = options;
    this.rewriter = DeleteRewriter.of(session, table, options.writeMaxFileSizeBytes());
  }

  /** {@code description} is that of the job. */
  RewrittenDeletes run(DeleteGroup group, String description) {
    JavaSparkContext context = JavaSparkContext.fromSparkContext(session.sparkContext());
    // Results of a job that fails are lost, but not what its finished tasks put here.
    CollectionAccumulator<byte[]> finished = session.sparkContext().collectionAccumulator();
    boolean complete = false;
    try (JobName ignored = JobName.set(context, description)) {
      List<byte[]> written =
          written(context, group)
              .map(
                  files -> {
                    finished.add(files);
                    return files;
                  })
              .collect();
      RewrittenDeletes rewritten = new RewrittenDeletes(group, files(written));
      complete = true;
      return rewritten;
    } finally {
      if (!complete) {
        remove(files(finished.value()));
      }
    }
  }

  private void remove(List<DataFile> files) {
    table.storage().deleteAll(files.stream().map(DataFile::filePath).distinct().toList());
  }

  private JavaRDD<byte[]> written(JavaSparkContext context, DeleteGroup group) {
    DeleteRewriter rewriting = rewriter;
    int outputs = group.outputFiles(options);
    List<byte[]> inputs = new ArrayList<>();
    for (List<AgedFile> files : split(group.files(), outputs)) {
      inputs.add(bytes(DeleteInput.of(table, group.partition(), files, group.targets())));
    }
    JavaRDD<byte[]> tasks = context.parallelize(inputs, inputs.size());
    if (outputs == 1) {
      return tasks.map(input -> rewriting.rewrite(input(input)));
    }
    DeleteInput partition = DeleteInput.of(table, group.partition(), List.of(), Map.of());
    return tasks
        .flatMapToPair(input -> pairs(rewriting.read(input(input))))
        .partitionBy(new HashPartitioner(outputs))
        .mapPartitions(pairs -> List.of(rewriting.write(partition, positions(pairs))).iterator());
  }

  /** About as many files each. */
  private static List<List<AgedFile>> split(List<AgedFile> files, int parts) {
    List<List<AgedFile>> all = new ArrayList<>();
    int size = (files.size() + parts - 1) / parts;
    for (int from = 0; from < files.size(); from += size) {
      all.add(files.subList(from, Math.min(files.size(), from + size)));
    }
    return all;
  }

  private static Iterator<Tuple2<String, byte[]>> pairs(Map<String, PositionSet> positions) {
    Iterator<Map.Entry<String, PositionSet>> entries = positions.entrySet().iterator();
    return new Iterator<>() {
      @Override
      public boolean hasNext() {
        return entries.hasNext();
      }

      @Override
      public Tuple2<String, byte[]> next() {
        Map.Entry<String, PositionSet> entry = entries.next();
        return new Tuple2<>(entry.getKey(), entry.getValue().toBytes());
      }
    };
  }

  private static Map<String, PositionSet> positions(Iterator<Tuple2<String, byte[]>> pairs) {
    Map<String, PositionSet> positions = new HashMap<>();
    pairs.forEachRemaining(
        pair ->
            positions.merge(
                pair._1(),
                PositionSet.fromBytes(ByteBuffer.wrap(pair._2())),
                DeleteRewriter::union));
    return positions;
  }

  private List<DataFile> files(List<byte[]> written) {
    List<DataFile> files = new ArrayList<>();
    written.forEach(bytes -> files.addAll(DeleteRewriter.files(table, bytes)));
    return files;
  }

  /** By Java's serializer, whatever the one of Spark is. */
  private static byte[] bytes(DeleteInput input) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(input);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  private static DeleteInput input(byte[] bytes) {
    try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes))) {
      return (DeleteInput) in.readObject();
    } catch (IOException | ClassNotFoundException e) {
      throw new IllegalStateException("Driver and executor run different versions of Firn", e);
    }
  }
}

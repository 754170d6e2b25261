package io.firn.procedures.compact;

import io.firn.maintenance.CompactionOptions;
import io.firn.maintenance.FileGroup;
import io.firn.model.SortOrder;
import io.firn.spark.rewrite.IdleCores;
import io.firn.spark.rewrite.RewriteTask;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.sql.connector.write.WriterCommitMessage;

/** Rows keep their order: one task a new file reads and writes. */
record PackedRows(CompactionOptions options) implements RowRewrite {

  @Override
  public MapBudget mapBudget(Map<String, String> tableProperties, List<FileGroup> groups) {
    return MapBudget.ofPackedRows();
  }

  @Override
  public OptionalLong readBytes(FileGroup group) {
    return OptionalLong.of(group.outputFileSizeBytes(options));
  }

  @Override
  public long fileBytes() {
    return options.maxFileSizeBytes();
  }

  @Override
  public Optional<SortOrder> fileOrder() {
    return Optional.empty();
  }

  @Override
  public JavaRDD<WriterCommitMessage> tasks(Input input) {
    RewriteTask task =
        new RewriteTask(
            input.readers(),
            input.writers(),
            input.columns(),
            IdleCores.beside(
                input.context().sc(), (long) input.partitions().size() * input.groupsAtATime()));
    return input
        .context()
        .parallelize(input.partitions(), input.partitions().size())
        .map(task::run);
  }
}

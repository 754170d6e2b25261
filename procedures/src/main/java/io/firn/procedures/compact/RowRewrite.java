package io.firn.procedures.compact;

import io.firn.maintenance.FileGroup;
import io.firn.model.SortOrder;
import io.firn.spark.read.file.FileReaderFactory;
import io.firn.spark.rewrite.RewriteColumns;
import io.firn.spark.write.FirnDataWriterFactory;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.sql.connector.write.WriterCommitMessage;

/** How the rows of a group come from its files into the new ones. */
interface RowRewrite {

  /** How many runs of rows the tasks may tell of if these groups are one commit. */
  MapBudget mapBudget(Map<String, String> tableProperties, List<FileGroup> groups);

  /** How many bytes of the old files a task reads; as the table says if empty. */
  OptionalLong readBytes(FileGroup group);

  /** At how many bytes a new file ends. */
  long fileBytes();

  /** The sort order that the new files are said to have; empty says nothing. */
  Optional<SortOrder> fileOrder();

  /** The tasks that write, one a partition; each gives one message. */
  JavaRDD<WriterCommitMessage> tasks(Input input);

  /**
   * What is read, and who writes.
   *
   * @param partitions input partitions, serialized
   * @param columns what the readers read
   * @param groupsAtATime how many groups are rewritten at the same time
   */
  record Input(
      JavaSparkContext context,
      FileGroup group,
      List<byte[]> partitions,
      FileReaderFactory readers,
      FirnDataWriterFactory writers,
      RewriteColumns columns,
      int groupsAtATime) {}
}

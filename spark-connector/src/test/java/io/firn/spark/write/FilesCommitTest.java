package io.firn.spark.write;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.firn.catalog.MemoryTableStore;
import io.firn.catalog.MemoryTableStore.Fault;
import io.firn.catalog.MemoryTableStore.LoadFault;
import io.firn.commit.Committer;
import io.firn.commit.FakeTime;
import io.firn.error.CommitFailedException;
import io.firn.error.CommitStateUnknownException;
import io.firn.io.memory.MemoryStorage;
import io.firn.model.DataFile;
import io.firn.operation.Append;
import io.firn.operation.NewTable;
import io.firn.operation.SnapshotOptions;
import io.firn.partition.PartitionSpec;
import io.firn.spark.wire.DataFileBytes;
import io.firn.table.Table;
import io.firn.types.Field;
import io.firn.types.Schema;
import io.firn.types.SimpleType;
import io.firn.types.StructValue;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import org.apache.spark.sql.connector.metric.CustomTaskMetric;
import org.apache.spark.sql.connector.write.WriterCommitMessage;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What becomes of the data files of a write whose commit fails. */
class FilesCommitTest {
  private static final Schema SCHEMA = Schema.of(Field.required(1, "id", SimpleType.LONG));
  private static final DataFile FILE =
      DataFile.parquet("memory:/t/data/a.parquet", 0, StructValue.empty(), 10, 4);

  private final MemoryStorage storage = new MemoryStorage();
  private final FakeTime time = new FakeTime();
  private final MemoryTableStore store = new MemoryTableStore("lake.db.t", storage, time::millis);
  private final Committer committer =
      new Committer(time, UUID::randomUUID, new Random(1)::nextLong, time, () -> 0.5);
  // Of two tasks, one did not finish.
  private final @Nullable WriterCommitMessage[] messages = {message(), null};

  @BeforeEach
  void createTable() {
    committer.create(
        store,
        new NewTable(
            new UUID(7, 7), 2, "memory:/t", SCHEMA, PartitionSpec.unpartitioned(), Map.of()));
    storage.newOutputFile(FILE.filePath()).createExclusive(new byte[] {1, 2, 3, 4});
  }

  private static WriterCommitMessage message() {
    return new TaskFiles(
        DataFileBytes.write(
            List.of(FILE),
            new DataFileBytes.PartitionTypes(SCHEMA, List.of(PartitionSpec.unpartitioned()))),
        TaskFiles.NO_ROW_MAP);
  }

  private FilesCommit newCommit() {
    return new FilesCommit(Table.load(store, committer));
  }

  private boolean fileIsThere() {
    return storage.newInputFile(FILE.filePath()).exists();
  }

  private static Append append(List<DataFile> files) {
    return new Append(SnapshotOptions.main(), files, Append.Mode.MERGE);
  }

  @Test
  void filesOfARefusedCommitAreRemoved() {
    FilesCommit commit = newCommit();
    store.meet(Fault.REFUSED);
    assertThrows(CommitFailedException.class, () -> commit.commit(append(commit.files(messages))));
    commit.abort(messages);
    assertEquals(false, fileIsThere());
    assertEquals(0, commit.metrics().length);
  }

  @Test
  void filesOfAWriteThatNeverCameToItsCommitAreRemoved() {
    newCommit().abort(messages);
    assertEquals(false, fileIsThere());
  }

  @Test
  void filesStayWhenNobodyCanTellWhetherTheyAreInTheTable() {
    for (Fault fault : List.of(Fault.ANSWER_LOST, Fault.REQUEST_DELAYED)) {
      FilesCommit commit = newCommit();
      store.meet(fault);
      store.meet(
          LoadFault.WORKS, LoadFault.FAILS, LoadFault.FAILS, LoadFault.FAILS, LoadFault.FAILS);
      assertThrows(
          CommitStateUnknownException.class, () -> commit.commit(append(commit.files(messages))));
      commit.abort(messages);
      assertEquals(true, fileIsThere(), fault.toString());
    }
  }

  @Test
  void theWriteNodeTellsWhatTheCommitTookAndChanged() {
    FilesCommit commit = newCommit();
    store.meet(Fault.STALE, Fault.STALE);
    commit.commit(append(commit.files(messages)));
    Map<String, Long> metrics = new HashMap<>();
    for (CustomTaskMetric metric : commit.metrics()) {
      metrics.put(metric.name(), metric.value());
    }
    assertEquals(3, metrics.get("commitAttempts"));
    assertEquals(10, metrics.get("addedRecords"));
    assertEquals(0, metrics.get("removedDataFiles"));
  }
}

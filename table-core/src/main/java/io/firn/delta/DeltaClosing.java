package io.firn.delta;

import io.firn.codec.delta.ClosingCommit;
import io.firn.codec.delta.DeltaLog;
import io.firn.error.CommitConflictException;
import io.firn.io.CreateResult;
import io.firn.io.OutputFile;
import java.util.Arrays;

/**
 * Ends a Delta table with a last version that no Delta reader or writer understands. It takes the
 * place that the next commit of any writer would have, so that nobody's commit can get lost.
 */
public final class DeltaClosing {
  private final DeltaLog log;
  private final OutputFile file;

  private DeltaClosing(DeltaLog log, OutputFile file) {
    this.log = log;
    this.file = file;
  }

  /**
   * Closes the table after the version that the log was opened at.
   *
   * @param successor the name of the table that it has become
   * @throws CommitConflictException if a writer has made the next version meanwhile
   */
  public static DeltaClosing close(DeltaLog log, String successor, long nowMillis) {
    OutputFile file = log.storage().newOutputFile(ClosingCommit.location(log));
    byte[] content = ClosingCommit.content(successor, nowMillis);
    CreateResult result = file.createExclusive(content);
    boolean ours =
        result == CreateResult.CREATED
            || (result == CreateResult.UNKNOWN
                && Arrays.equals(content, file.toInputFile().readAll()));
    if (!ours) {
      throw new CommitConflictException(
          "Cannot migrate the Delta table "
              + log.root()
              + ": another writer has made version "
              + (log.latestVersion() + 1)
              + " meanwhile. Stop its writers, and run it again");
    }
    return new DeltaClosing(log, file);
  }

  /** The file that has to go if the Delta table is to live again. */
  public String location() {
    return file.location();
  }

  /** Makes the Delta table as it was. */
  public void reopen() {
    log.storage().delete(file.location());
  }
}

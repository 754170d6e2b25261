package io.firn.codec.delta;

import io.firn.io.memory.MemoryStorage;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Logs of one table in memory, line by line. */
final class LogFixture {
  static final String ROOT = "/lake/t";
  static final String PROTOCOL = "{'protocol':{'minReaderVersion':1,'minWriterVersion':2}}";
  static final String METADATA =
      "{'metaData':{'id':'x','format':{'provider':'parquet','options':{}},'schemaString':"
          + "'{\\'type\\':\\'struct\\',\\'fields\\':[]}','partitionColumns':[],"
          + "'configuration':{}}}";

  private final MemoryStorage storage = new MemoryStorage();

  MemoryStorage storage() {
    return storage;
  }

  /** Quotes are single ones, and those in texts escaped ones. */
  LogFixture commit(long version, String... lines) {
    return file("%020d.json".formatted(version), String.join("\n", lines));
  }

  LogFixture file(String name, String text) {
    String json = text.replace("\\'", "\\\"").replace('\'', '"');
    storage
        .newOutputFile(ROOT + "/_delta_log/" + name)
        .createExclusive(json.getBytes(StandardCharsets.UTF_8));
    return this;
  }

  DeltaLog open() {
    return DeltaLog.open(storage, ROOT);
  }

  List<DeltaCommit> replay() {
    List<DeltaCommit> commits = new ArrayList<>();
    open().replay(commits::add);
    return commits;
  }
}

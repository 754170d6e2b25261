package io.firn.codec.delta;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;

/** The last commit of a table that was migrated. */
public final class ClosingCommit {
  private static final int FEATURES_READER = 3;
  private static final int FEATURES_WRITER = 7;

  private ClosingCommit() {}

  /** Where the commit after the log's latest version has to be. */
  public static String location(DeltaLog log) {
    return "%s/%020d.json".formatted(DeltaLog.directory(log.root()), log.latestVersion() + 1);
  }

  /** A commit that asks readers and writers for a feature that there is not, and says why. */
  public static byte[] content(String successor, long nowMillis) {
    JsonNodeFactory json = JsonNodeFactory.instance;
    ObjectNode info = json.objectNode();
    info.put("inCommitTimestamp", nowMillis);
    info.put("timestamp", nowMillis);
    info.put("operation", "MIGRATE");
    info.putObject("operationParameters").put("table", successor);
    ObjectNode protocol = json.objectNode();
    protocol.put("minReaderVersion", FEATURES_READER);
    protocol.put("minWriterVersion", FEATURES_WRITER);
    protocol.putArray("readerFeatures").add(DeltaProtocol.MIGRATED);
    protocol.putArray("writerFeatures").add(DeltaProtocol.MIGRATED);
    String text =
        json.objectNode().set("commitInfo", info).toString()
            + "\n"
            + json.objectNode().set("protocol", protocol)
            + "\n";
    return text.getBytes(StandardCharsets.UTF_8);
  }
}

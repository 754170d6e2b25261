package io.firn.codec.delta;

/** Takes the actions of a log file that matter to a reader, in their order. */
interface ActionSink {

  void protocol(DeltaProtocol protocol);

  void metadata(DeltaMetadata metadata);

  void add(DeltaFile file);

  /**
   * The location of a data file that is no more in the table, or has another vector from now on.
   */
  void remove(String location, Effect effect);

  /** The name of a file of a checkpoint that has the added files. */
  void sidecar(String name);

  /** Milliseconds since the epoch that a commit says it happened at. */
  void inCommitTimestamp(long millis);

  /** Whether rows come or go with a file. */
  enum Effect {
    CHANGES_DATA,
    KEEPS_DATA
  }
}

package io.firn.codec.delta;

import io.firn.error.CorruptFileException;
import io.firn.error.UnsupportedFeatureException;
import io.firn.io.FileEntry;
import io.firn.io.Storage;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Consumer;

/**
 * The log of a Delta table as it was when it was opened. It is read version by version and never
 * held as a whole.
 */
public final class DeltaLog {
  private static final String DIRECTORY = "_delta_log";
  private static final String SIDECARS = "_sidecars";

  private final Storage storage;
  private final String root;
  private final LogListing listing;
  private final long first;

  private DeltaLog(Storage storage, String root, LogListing listing) {
    this.storage = storage;
    this.root = root;
    this.listing = listing;
    this.first = listing.first();
  }

  /**
   * Opens the log of the table at a location.
   *
   * @throws io.firn.error.NotFoundException if there is no Delta table
   * @throws CorruptFileException if a commit is missing that no checkpoint stands in for
   */
  public static DeltaLog open(Storage storage, String location) {
    String root = location;
    while (root.length() > 1 && root.endsWith("/")) {
      root = root.substring(0, root.length() - 1);
    }
    return new DeltaLog(storage, root, LogListing.read(storage, root));
  }

  static String directory(String root) {
    return root + "/" + DIRECTORY;
  }

  /** The table's location, without slash at the end. */
  public String root() {
    return root;
  }

  public Storage storage() {
    return storage;
  }

  /** The oldest version that can be told from the log. */
  public long firstVersion() {
    return first;
  }

  public long latestVersion() {
    return listing.latest();
  }

  /**
   * Hands all versions from the first to the latest one to the consumer.
   *
   * @throws UnsupportedFeatureException if a version asks its readers for more than Firn can do
   * @throws CorruptFileException if a file of the log is damaged
   */
  public void replay(Consumer<DeltaCommit> consumer) {
    boolean inCommitTimestamps = false;
    long previous = Long.MIN_VALUE;
    for (long version = first; version <= latestVersion(); version++) {
      Actions actions = actions(version);
      actions.protocol.ifPresent(p -> p.requireReadable(root));
      actions.metadata.ifPresent(this::requireReadable);
      inCommitTimestamps =
          actions
              .metadata
              .map(m -> m.isTrue("delta.enableInCommitTimestamps"))
              .orElse(inCommitTimestamps);
      long stored = storedTime(version, inCommitTimestamps ? actions.time : OptionalLong.empty());
      long time = previous == Long.MIN_VALUE ? stored : Math.max(stored, previous + 1);
      previous = time;
      consumer.accept(actions.toCommit(version, time));
    }
  }

  private void requireReadable(DeltaMetadata metadata) {
    if (!metadata.provider().equals("parquet")) {
      throw new UnsupportedFeatureException(
          "Cannot read the Delta table " + root + ": its files are " + metadata.provider());
    }
    String coordinator = "delta.coordinatedCommits.commitCoordinator-preview";
    if (!metadata.configuration().getOrDefault(coordinator, "").isEmpty()) {
      throw new UnsupportedFeatureException(
          "Cannot read the Delta table "
              + root
              + ": its commits are elsewhere, see "
              + coordinator);
    }
  }

  /** When a version was committed, as time travel in Delta has it. */
  private long storedTime(long version, OptionalLong inCommitTime) {
    if (inCommitTime.isPresent()) {
      return inCommitTime.getAsLong();
    }
    return listing
        .commit(version)
        .orElseGet(() -> listing.checkpoint(version).get(0))
        .modifiedMillis();
  }

  private Actions actions(long version) {
    Actions actions = new Actions();
    Optional<FileEntry> commit = listing.commit(version);
    if (version > first || listing.checkpoint(version).isEmpty()) {
      FileEntry file = commit.orElseThrow();
      ActionJson.read(root, storage.newInputFile(file.location(), file.length()), actions);
    } else {
      readCheckpoint(listing.checkpoint(version), actions);
      commit.ifPresent(file -> readTime(file, actions));
    }
    if (version == first && (actions.protocol.isEmpty() || actions.metadata.isEmpty())) {
      throw new CorruptFileException(
          directory(root), -1, "version " + version + " lacks the table's protocol or metadata");
    }
    return actions;
  }

  private void readCheckpoint(List<FileEntry> files, Actions actions) {
    for (FileEntry file : files) {
      if (file.location().endsWith(".json")) {
        ActionJson.read(root, storage.newInputFile(file.location(), file.length()), actions);
      } else {
        CheckpointFile.read(root, storage.newInputFile(file.location(), file.length()), actions);
      }
    }
    for (String name : actions.sidecars) {
      String location =
          name.contains("/")
              ? DeltaPath.resolve(root, name)
              : DeltaPath.resolve(directory(root) + "/" + SIDECARS, name);
      CheckpointFile.read(root, storage.newInputFile(location), actions);
    }
  }

  /** Of the commit that a checkpoint was made of, only the time. */
  private void readTime(FileEntry file, Actions actions) {
    Actions commit = new Actions();
    ActionJson.read(root, storage.newInputFile(file.location(), file.length()), commit);
    actions.time = commit.time;
  }

  /** The actions of one version. */
  private static final class Actions implements ActionSink {
    private Optional<DeltaProtocol> protocol = Optional.empty();
    private Optional<DeltaMetadata> metadata = Optional.empty();
    private final List<DeltaFile> added = new ArrayList<>();
    private final Set<String> removed = new LinkedHashSet<>();
    private final List<String> sidecars = new ArrayList<>();
    private OptionalLong time = OptionalLong.empty();
    private boolean keepsData = true;

    @Override
    public void protocol(DeltaProtocol found) {
      protocol = Optional.of(found);
    }

    @Override
    public void metadata(DeltaMetadata found) {
      metadata = Optional.of(found);
    }

    @Override
    public void add(DeltaFile file) {
      added.add(file);
      keepsData &= !file.changesData();
    }

    @Override
    public void remove(String location, Effect effect) {
      removed.add(location);
      keepsData &= effect == Effect.KEEPS_DATA;
    }

    @Override
    public void sidecar(String name) {
      sidecars.add(name);
    }

    @Override
    public void inCommitTimestamp(long millis) {
      time = OptionalLong.of(millis);
    }

    DeltaCommit toCommit(long version, long timestampMillis) {
      return new DeltaCommit(
          version, timestampMillis, protocol, metadata, added, removed, keepsData);
    }
  }
}

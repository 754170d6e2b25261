package io.firn.operation.manifests;

import io.firn.codec.avro.ManifestWriter;
import io.firn.model.ManifestEntry;
import io.firn.model.ManifestFile;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Entries in one manifest, and in a further one once that is large. Thread-safe. */
final class RollingManifest implements AutoCloseable {
  /** The size of a manifest is looked at once in so many entries. */
  private static final int ENTRIES_BETWEEN_SIZE_CHECKS = 250;

  private final Supplier<ManifestWriter> create;
  private final long maxSizeBytes;
  private final List<ManifestFile> written = new ArrayList<>();
  private @Nullable ManifestWriter current;
  private long entries;
  private boolean closed;

  RollingManifest(Supplier<ManifestWriter> create, long maxSizeBytes) {
    this.create = create;
    this.maxSizeBytes = maxSizeBytes;
  }

  /**
   * Adds an entry.
   *
   * @throws IllegalStateException after {@link #close}, by a worker that outlives the others'
   *     failure
   */
  synchronized void add(ManifestEntry entry) {
    if (closed) {
      throw new IllegalStateException("Closed before all entries were added");
    }
    ManifestWriter writer = current;
    if (writer != null
        && entries % ENTRIES_BETWEEN_SIZE_CHECKS == 0
        && writer.length() >= maxSizeBytes) {
      finish(writer);
      writer = null;
    }
    if (writer == null) {
      writer = create.get();
      current = writer;
      entries = 0;
    }
    writer.add(entry);
    entries++;
  }

  /** Those that are complete: after {@link #close} all. */
  synchronized List<ManifestFile> written() {
    return List.copyOf(written);
  }

  @Override
  public synchronized void close() {
    closed = true;
    ManifestWriter writer = current;
    if (writer != null) {
      finish(writer);
    }
  }

  private void finish(ManifestWriter writer) {
    current = null;
    writer.close();
    written.add(writer.toManifestFile());
  }

  /** Closes many; one that cannot be closed does not keep the others open. */
  record All(List<RollingManifest> manifests) implements AutoCloseable {
    @Override
    public void close() {
      RuntimeException failure = null;
      for (RollingManifest manifest : manifests) {
        try {
          manifest.close();
        } catch (RuntimeException e) {
          if (failure == null) {
            failure = e;
          } else {
            failure.addSuppressed(e);
          }
        }
      }
      if (failure != null) {
        throw failure;
      }
    }
  }
}

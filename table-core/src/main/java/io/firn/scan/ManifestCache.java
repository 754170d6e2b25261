package io.firn.scan;

import io.firn.io.InputFile;
import io.firn.io.SeekableInput;
import io.firn.model.ManifestFile;
import java.io.EOFException;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Keeps the bytes of manifests and manifest lists that were read last. These files never change, so
 * that nothing in here gets stale; what a reader makes of the bytes may depend on the snapshot and
 * is not kept. Sizes are in bytes. Thread-safe.
 *
 * <p>One that outlives a statement is asked for manifests as their lists describe them, so that a
 * file that took another one's path is not mistaken for it, and is to {@link #forget} a file that
 * turns out to be damaged.
 */
public final class ManifestCache {
  private final long maxBytes;
  private final long maxFileBytes;
  private final long expirationMillis;
  private final InstantSource clock;
  private final Optional<ManifestCache> shared;
  private final Map<String, Kept> contents = new LinkedHashMap<>(16, 0.75f, true);
  private long bytes;

  /** {@code addedSnapshotId} is 0 if it is not known. */
  private record Kept(byte[] content, long addedSnapshotId, long usedMillis) {}

  /** Keeps at most {@code maxBytes}, and no file that is larger than {@code maxFileBytes}. */
  public ManifestCache(long maxBytes, long maxFileBytes) {
    this(maxBytes, maxFileBytes, 0, InstantSource.system());
  }

  /**
   * The same, and forgets a file that was not wanted for {@code expirationMillis}; 0 keeps it as
   * long as there is room.
   */
  public ManifestCache(
      long maxBytes, long maxFileBytes, long expirationMillis, InstantSource clock) {
    this(maxBytes, maxFileBytes, expirationMillis, clock, Optional.empty());
  }

  private ManifestCache(
      long maxBytes,
      long maxFileBytes,
      long expirationMillis,
      InstantSource clock,
      Optional<ManifestCache> shared) {
    this.maxBytes = maxBytes;
    this.maxFileBytes = Math.min(maxBytes, maxFileBytes);
    this.expirationMillis = expirationMillis;
    this.clock = clock;
    this.shared = shared;
  }

  /** Another one as large as this, still empty, which leaves what the other keeps to that one. */
  public ManifestCache before(ManifestCache other) {
    return new ManifestCache(maxBytes, maxFileBytes, expirationMillis, clock, Optional.of(other));
  }

  /** Keeps nothing: every read goes to the storage. */
  public static ManifestCache none() {
    return new ManifestCache(0, 0);
  }

  /** A file whose length is not known yet. */
  public InputFile through(InputFile file) {
    return maxFileBytes <= 0 ? file : load(file, -1, 0);
  }

  /** A file of a known length. */
  public InputFile through(InputFile file, long length) {
    return length > maxFileBytes ? file : load(file, length, 0);
  }

  /** A manifest, which a list describes. */
  public InputFile through(InputFile file, ManifestFile manifest) {
    long length = manifest.manifestLength();
    return shared.isPresent() && length <= shared.get().maxFileBytes
        ? shared.get().load(file, length, manifest.addedSnapshotId())
        : through(file, length);
  }

  /** Does not keep the file any longer. */
  public void forget(String location) {
    drop(location);
    shared.ifPresent(other -> other.forget(location));
  }

  /** How many bytes are kept now. */
  public synchronized long size() {
    expire();
    return bytes;
  }

  private InputFile load(InputFile file, long length, long addedSnapshotId) {
    Optional<byte[]> kept = find(file.location(), length, addedSnapshotId);
    if (kept.isPresent()) {
      return new KeptFile(file.location(), kept.get());
    }
    byte[] read = file.readAll();
    keep(file.location(), read, addedSnapshotId);
    return new KeptFile(file.location(), read);
  }

  private synchronized Optional<byte[]> find(String location, long length, long addedSnapshotId) {
    expire();
    Kept kept = contents.get(location);
    if (kept == null
        || (length >= 0 && kept.content().length != length)
        || kept.addedSnapshotId() != addedSnapshotId) {
      return Optional.empty();
    }
    contents.put(location, new Kept(kept.content(), addedSnapshotId, clock.millis()));
    return Optional.of(kept.content());
  }

  private synchronized void keep(String location, byte[] content, long addedSnapshotId) {
    if (content.length > maxFileBytes) {
      return;
    }
    drop(location);
    contents.put(location, new Kept(content, addedSnapshotId, clock.millis()));
    bytes += content.length;
    var oldest = contents.entrySet().iterator();
    while (bytes > maxBytes && oldest.hasNext()) {
      bytes -= oldest.next().getValue().content().length;
      oldest.remove();
    }
  }

  private synchronized void drop(String location) {
    Kept dropped = contents.remove(location);
    if (dropped != null) {
      bytes -= dropped.content().length;
    }
  }

  private synchronized void expire() {
    if (expirationMillis > 0) {
      long oldest = clock.millis() - expirationMillis;
      var entries = contents.values().iterator();
      while (entries.hasNext()) {
        Kept kept = entries.next();
        if (kept.usedMillis() > oldest) {
          return;
        }
        bytes -= kept.content().length;
        entries.remove();
      }
    }
  }

  private record KeptFile(String location, byte[] content) implements InputFile {
    @Override
    public long length() {
      return content.length;
    }

    @Override
    public boolean exists() {
      return true;
    }

    @Override
    public SeekableInput open() {
      return new KeptInput(content);
    }

    @Override
    public byte[] readAll() {
      return content.clone();
    }
  }

  private static final class KeptInput extends SeekableInput {
    private final byte[] content;
    private int position;

    KeptInput(byte[] content) {
      this.content = content;
    }

    @Override
    public long position() {
      return position;
    }

    @Override
    public void seek(long newPosition) throws EOFException {
      if (newPosition < 0 || newPosition > content.length) {
        throw new EOFException("No byte " + newPosition + " of " + content.length);
      }
      position = (int) newPosition;
    }

    @Override
    public void readFully(long from, byte[] buffer, int offset, int length) throws EOFException {
      if (from < 0 || from + length > content.length) {
        throw new EOFException("No " + length + " bytes at " + from + " of " + content.length);
      }
      System.arraycopy(content, (int) from, buffer, offset, length);
    }

    @Override
    public int read() {
      return position < content.length ? content[position++] & 0xff : -1;
    }

    @Override
    public int read(byte[] buffer, int offset, int length) {
      if (length == 0) {
        return 0;
      }
      int count = Math.min(length, content.length - position);
      if (count <= 0) {
        return -1;
      }
      System.arraycopy(content, position, buffer, offset, count);
      position += count;
      return count;
    }
  }
}

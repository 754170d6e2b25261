package io.firn.scan;

import io.firn.io.InputFile;
import io.firn.io.SeekableInput;
import java.io.EOFException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the bytes of manifests and manifest lists that were read last. These files never change, so
 * that nothing in here gets stale; what a reader makes of the bytes may depend on the snapshot and
 * is not kept. Sizes are in bytes. Thread-safe.
 */
public final class ManifestCache {
  private final long maxBytes;
  private final long maxFileBytes;
  private final Map<String, byte[]> contents = new LinkedHashMap<>(16, 0.75f, true);
  private long bytes;

  /** Keeps at most {@code maxBytes}, and no file that is larger than {@code maxFileBytes}. */
  public ManifestCache(long maxBytes, long maxFileBytes) {
    this.maxBytes = maxBytes;
    this.maxFileBytes = Math.min(maxBytes, maxFileBytes);
  }

  /** Keeps nothing: every read goes to the storage. */
  public static ManifestCache none() {
    return new ManifestCache(0, 0);
  }

  /** A file whose length is not known yet. */
  public InputFile through(InputFile file) {
    return maxFileBytes <= 0 ? file : load(file, -1);
  }

  /** A file of a known length. */
  public InputFile through(InputFile file, long length) {
    return length > maxFileBytes ? file : load(file, length);
  }

  /** How many bytes are kept now. */
  public synchronized long size() {
    return bytes;
  }

  private InputFile load(InputFile file, long length) {
    byte[] kept = find(file.location());
    if (kept != null && (length < 0 || kept.length == length)) {
      return new KeptFile(file.location(), kept);
    }
    byte[] read = file.readAll();
    keep(file.location(), read);
    return new KeptFile(file.location(), read);
  }

  private synchronized byte @Nullable [] find(String location) {
    return contents.get(location);
  }

  private synchronized void keep(String location, byte[] content) {
    if (content.length > maxFileBytes) {
      return;
    }
    byte[] replaced = contents.put(location, content);
    bytes += content.length - (replaced == null ? 0 : replaced.length);
    var oldest = contents.entrySet().iterator();
    while (bytes > maxBytes && oldest.hasNext()) {
      bytes -= oldest.next().getValue().length;
      oldest.remove();
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

package io.firn.codec.puffin;

import io.firn.error.StorageException;
import io.firn.io.OutputFile;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Writes one Puffin file: blobs one after the other, then the footer at {@link #close}. */
public final class PuffinWriter implements AutoCloseable {
  private final String location;
  private final OutputStream out;
  private final Map<String, String> properties;
  private final List<PuffinBlob> blobs = new ArrayList<>();
  private long position;
  private long footerSize = -1;

  private PuffinWriter(OutputFile file, Map<String, String> properties) {
    this.location = file.location();
    this.properties = Map.copyOf(properties);
    this.out = file.create();
    write(PuffinFormat.MAGIC);
  }

  /** Creates the file; the spec suggests the file property {@code created-by}. */
  public static PuffinWriter create(OutputFile file, Map<String, String> properties) {
    return new PuffinWriter(file, properties);
  }

  /** Content of a blob before it is stored. */
  public record Content(
      String type,
      List<Integer> fields,
      long snapshotId,
      long sequenceNumber,
      byte[] bytes,
      PuffinCompression compression,
      Map<String, String> properties) {}

  /** Writes a blob and tells where it lies. */
  public PuffinBlob add(Content content) {
    byte[] stored = compress(content.compression(), content.bytes());
    PuffinBlob blob =
        new PuffinBlob(
            content.type(),
            content.fields(),
            content.snapshotId(),
            content.sequenceNumber(),
            position,
            stored.length,
            content.compression().text(),
            content.properties());
    write(stored);
    blobs.add(blob);
    return blob;
  }

  private byte[] compress(PuffinCompression compression, byte[] bytes) {
    try {
      return PuffinFormat.compress(compression, bytes);
    } catch (IOException e) {
      throw failed(e);
    }
  }

  private void write(byte[] bytes) {
    try {
      out.write(bytes);
      position += bytes.length;
    } catch (IOException e) {
      throw failed(e);
    }
  }

  /** Length of the file so far; at the end with the footer. */
  public long fileSizeInBytes() {
    return position;
  }

  /** Length of the footer, once the file is closed. */
  public Optional<Long> footerSizeInBytes() {
    return footerSize < 0 ? Optional.empty() : Optional.of(footerSize);
  }

  /** Writes the footer; the file is complete when this has returned. */
  @Override
  public void close() {
    if (footerSize >= 0) {
      return;
    }
    try (out) {
      byte[] payload = PuffinJson.write(blobs, properties);
      ByteBuffer footer =
          ByteBuffer.allocate(
                  PuffinFormat.MAGIC.length + payload.length + PuffinFormat.FOOTER_END_BYTES)
              .order(ByteOrder.LITTLE_ENDIAN);
      footer.put(PuffinFormat.MAGIC).put(payload).putInt(payload.length).putInt(0);
      footer.put(PuffinFormat.MAGIC);
      out.write(footer.array());
      position += footer.capacity();
      footerSize = footer.capacity();
    } catch (IOException e) {
      throw failed(e);
    }
  }

  private StorageException failed(IOException e) {
    return new StorageException("Cannot write " + location + ": " + e.getMessage(), e);
  }
}

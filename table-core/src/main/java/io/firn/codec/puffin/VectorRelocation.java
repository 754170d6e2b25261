package io.firn.codec.puffin;

import io.firn.error.StorageException;
import io.firn.io.InputFile;
import io.firn.io.OutputFile;
import io.firn.io.SeekableInput;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/**
 * Copies a Puffin file with other paths of the data files that its deletion vectors refer to. The
 * blobs stay where they are in the file, so that manifests name the same offsets.
 */
public final class VectorRelocation {
  private static final int BUFFER_BYTES = 1 << 16;

  private VectorRelocation() {}

  /** Writes the copy; returns its length in bytes. */
  public static long copy(InputFile file, OutputFile target, UnaryOperator<String> newPath) {
    PuffinFooter footer = new PuffinReader(file).footer();
    List<PuffinBlob> blobs = footer.blobs().stream().map(b -> relocated(b, newPath)).toList();
    long blobsEnd = file.length() - footer.sizeInBytes();
    try (SeekableInput in = file.open();
        OutputStream out = target.create()) {
      byte[] payload = PuffinJson.write(blobs, footer.properties());
      copy(in, out, blobsEnd);
      ByteBuffer end =
          ByteBuffer.allocate(
                  PuffinFormat.MAGIC.length + payload.length + PuffinFormat.FOOTER_END_BYTES)
              .order(ByteOrder.LITTLE_ENDIAN);
      end.put(PuffinFormat.MAGIC).put(payload).putInt(payload.length).putInt(0);
      end.put(PuffinFormat.MAGIC);
      out.write(end.array());
      return blobsEnd + end.capacity();
    } catch (IOException e) {
      throw new StorageException(
          "Cannot copy " + file.location() + " to " + target.location() + ": " + e.getMessage(), e);
    }
  }

  private static void copy(SeekableInput in, OutputStream out, long length) throws IOException {
    byte[] buffer = new byte[BUFFER_BYTES];
    for (long at = 0; at < length; at += buffer.length) {
      int some = (int) Math.min(buffer.length, length - at);
      in.readFully(at, buffer, 0, some);
      out.write(buffer, 0, some);
    }
  }

  private static PuffinBlob relocated(PuffinBlob blob, UnaryOperator<String> newPath) {
    Map<String, String> properties = new HashMap<>(blob.properties());
    properties.computeIfPresent(
        DeletionVectorFile.REFERENCED_DATA_FILE, (key, path) -> newPath.apply(path));
    return new PuffinBlob(
        blob.type(),
        blob.fields(),
        blob.snapshotId(),
        blob.sequenceNumber(),
        blob.offset(),
        blob.length(),
        blob.compressionCodec(),
        properties);
  }
}

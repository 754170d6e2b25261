package io.firn.codec.puffin;

import io.firn.error.CorruptFileException;
import io.firn.error.StorageException;
import io.firn.error.UnsupportedFeatureException;
import io.firn.io.InputFile;
import io.firn.io.SeekableInput;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Reads the footer and the blobs of one Puffin file. Damage is a {@link CorruptFileException} with
 * the file and the byte.
 */
public final class PuffinReader {
  private final InputFile file;

  public PuffinReader(InputFile file) {
    this.file = file;
  }

  /** Reads the footer, in two reads of one stream. */
  public PuffinFooter footer() {
    long fileLength = file.length();
    int smallest = PuffinFormat.MAGIC.length + PuffinFormat.FOOTER_END_BYTES;
    if (fileLength < smallest) {
      throw corrupt(0, "a Puffin file has at least " + smallest + " bytes, not " + fileLength);
    }
    try (SeekableInput in = file.open()) {
      long endStart = fileLength - PuffinFormat.FOOTER_END_BYTES;
      ByteBuffer end = read(in, endStart, PuffinFormat.FOOTER_END_BYTES);
      int payloadSize = end.getInt();
      int flags = end.getInt();
      requireMagic(end, fileLength - PuffinFormat.MAGIC.length);
      long payloadStart = endStart - payloadSize;
      long footerStart = payloadStart - PuffinFormat.MAGIC.length;
      if (payloadSize < 0 || footerStart < 0) {
        throw corrupt(endStart, "a footer of " + payloadSize + " bytes in " + fileLength);
      }
      ByteBuffer start = read(in, footerStart, PuffinFormat.MAGIC.length + payloadSize);
      requireMagic(start, footerStart);
      byte[] payload = new byte[payloadSize];
      start.get(payload);
      return parse(payload, flags, payloadStart, fileLength - footerStart);
    } catch (IOException e) {
      throw failed(e);
    }
  }

  private PuffinFooter parse(byte[] payload, int flags, long payloadStart, long footerSize) {
    if ((flags & ~PuffinFormat.FLAG_PAYLOAD_COMPRESSED) != 0) {
      throw new UnsupportedFeatureException(
          "Cannot read the Puffin file "
              + file.location()
              + ": its footer has the unknown flags "
              + Integer.toHexString(flags));
    }
    PuffinCompression compression = flags == 0 ? PuffinCompression.NONE : PuffinCompression.LZ4;
    PuffinFooter footer;
    try {
      footer = PuffinJson.read(PuffinFormat.decompress(compression, payload), footerSize);
    } catch (IOException | RuntimeException e) {
      throw new CorruptFileException(
          file.location(), payloadStart, "the footer cannot be read: " + e.getMessage(), e);
    }
    for (PuffinBlob blob : footer.blobs()) {
      boolean inside =
          blob.offset() >= PuffinFormat.MAGIC.length
              && blob.length() >= 0
              && blob.length() <= payloadStart - PuffinFormat.MAGIC.length - blob.offset();
      if (!inside) {
        throw corrupt(
            payloadStart,
            "the footer has a blob at byte " + blob.offset() + " of " + blob.length() + " bytes");
      }
    }
    return footer;
  }

  /** Reads one blob of the footer and decompresses it. */
  public byte[] read(PuffinBlob blob) {
    PuffinCompression compression =
        blob.compressionCodec()
            .map(
                text ->
                    PuffinCompression.parse(text)
                        .orElseThrow(
                            () ->
                                new UnsupportedFeatureException(
                                    "Cannot read a blob of "
                                        + file.location()
                                        + ": unknown compression "
                                        + text)))
            .orElse(PuffinCompression.NONE);
    byte[] stored = readRange(file, blob.offset(), blob.length());
    try {
      return PuffinFormat.decompress(compression, stored);
    } catch (IOException | RuntimeException e) {
      throw new CorruptFileException(
          file.location(),
          blob.offset(),
          "the " + blob.type() + " blob cannot be decompressed: " + e.getMessage(),
          e);
    }
  }

  /**
   * Reads stored bytes; a range that is not in the file is damage of the file or of its metadata.
   */
  static byte[] readRange(InputFile file, long offset, long length) {
    long fileLength = file.length();
    if (offset < 0 || length < 0 || length > fileLength - offset || length > Integer.MAX_VALUE) {
      throw new CorruptFileException(
          file.location(),
          offset,
          length + " bytes were to be read there, but the file has " + fileLength);
    }
    byte[] bytes = new byte[(int) length];
    try (SeekableInput in = file.open()) {
      in.readFully(offset, bytes, 0, bytes.length);
      return bytes;
    } catch (EOFException e) {
      throw new CorruptFileException(
          file.location(), offset, "the file ends within the " + length + " bytes there", e);
    } catch (IOException e) {
      throw new StorageException("Cannot read " + file.location() + ": " + e.getMessage(), e);
    }
  }

  private static ByteBuffer read(SeekableInput in, long position, int length) throws IOException {
    byte[] bytes = new byte[length];
    in.readFully(position, bytes, 0, length);
    return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
  }

  private void requireMagic(ByteBuffer in, long offset) {
    byte[] magic = new byte[PuffinFormat.MAGIC.length];
    in.get(magic);
    if (!Arrays.equals(magic, PuffinFormat.MAGIC)) {
      throw corrupt(offset, "not a Puffin file: wrong magic bytes");
    }
  }

  private CorruptFileException corrupt(long offset, String what) {
    return new CorruptFileException(file.location(), offset, what);
  }

  private RuntimeException failed(IOException e) {
    return e instanceof EOFException
        ? new CorruptFileException(file.location(), -1, "the file ends too early", e)
        : new StorageException("Cannot read " + file.location() + ": " + e.getMessage(), e);
  }
}

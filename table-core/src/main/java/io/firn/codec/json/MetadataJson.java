package io.firn.codec.json;

import io.firn.error.CorruptFileException;
import io.firn.error.UnsupportedFeatureException;
import io.firn.io.InputFile;
import io.firn.model.TableMetadata;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;

/**
 * Table metadata files (spec: Table Metadata). Versions 1 to 3 are read, 2 and 3 are written.
 * Fields that this version does not know are kept in {@code unknownFields} and written back as long
 * as their object exists.
 */
public final class MetadataJson {
  private MetadataJson() {}

  /**
   * Reads a metadata file, compressed or not: its first bytes tell.
   *
   * @throws CorruptFileException if the file is damaged or is no table metadata; the offset counts
   *     uncompressed bytes
   * @throws UnsupportedFeatureException if the format version or something required is not known
   */
  public static TableMetadata read(InputFile file) {
    return parse(file.location(), file.readAll());
  }

  /**
   * Whether a metadata file begins with the uuid, the sequence number and the time of this
   * metadata. Reads the beginning only; false also when these do not come first, or the file is
   * damaged or gone.
   */
  public static boolean beginsAs(InputFile file, TableMetadata metadata) {
    return MetadataHead.read(file).filter(MetadataHead.of(metadata)::equals).isPresent();
  }

  /** As {@link #read}, of bytes that were read already; {@code location} is for messages. */
  public static TableMetadata parse(String location, byte[] bytes) {
    byte[] json = isGzip(bytes) ? gunzip(location, bytes) : bytes;
    try {
      return JsonText.readFile(location, json, MetadataReader::read);
    } catch (UnsupportedFeatureException e) {
      throw new UnsupportedFeatureException(
          "Cannot read the table metadata file " + location + ": " + e.getMessage(), e);
    }
  }

  /**
   * The metadata as JSON.
   *
   * @throws UnsupportedFeatureException if the format version is 1
   */
  public static byte[] write(TableMetadata metadata) {
    if (metadata.formatVersion() < 2) {
      throw new UnsupportedFeatureException(
          "Cannot change the table at "
              + metadata.location()
              + ": tables of format version "
              + metadata.formatVersion()
              + " can only be read; set the table property format-version to 2 first");
    }
    return JsonOut.bytes(out -> MetadataWriter.write(out, metadata));
  }

  /** As {@link #write}, compressed with gzip. */
  public static byte[] writeGzip(TableMetadata metadata) {
    ByteArrayOutputStream compressed = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(compressed)) {
      gzip.write(write(metadata));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return compressed.toByteArray();
  }

  private static boolean isGzip(byte[] bytes) {
    return bytes.length >= 2 && bytes[0] == (byte) 0x1f && bytes[1] == (byte) 0x8b;
  }

  private static byte[] gunzip(String location, byte[] bytes) {
    try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(bytes))) {
      return in.readAllBytes();
    } catch (IOException e) {
      throw new CorruptFileException(location, -1, "damaged gzip data: " + e.getMessage(), e);
    }
  }
}

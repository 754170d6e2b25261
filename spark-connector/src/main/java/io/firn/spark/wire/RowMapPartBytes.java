package io.firn.spark.wire;

import io.firn.rowmap.RowMapPart;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * What one task saw of a row map as bytes, for the way between executor and driver within one
 * version of Firn; never stored. Numbers take as many bytes as they need, and a run that continues
 * where one before it ended takes four or five.
 */
public final class RowMapPartBytes {
  private RowMapPartBytes() {}

  public static byte[] write(RowMapPart part) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      writePaths(out, part.sources());
      writePaths(out, part.targets());
      writeNumber(out, part.runCount());
      long[] sourceEnds = new long[part.sources().size()];
      long[] targetEnds = new long[part.targets().size()];
      part.forEachRun(
          (source, sourceStart, target, targetStart, length) -> {
            writeNumber(out, source);
            writeNumber(out, sourceStart - sourceEnds[source]);
            writeNumber(out, target);
            writeNumber(out, targetStart - targetEnds[target]);
            writeNumber(out, length);
            sourceEnds[source] = sourceStart + length;
            targetEnds[target] = targetStart + length;
          });
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  /** The part of bytes that {@link #write} made. */
  public static RowMapPart read(byte[] bytes) {
    RowMapPart part = new RowMapPart();
    try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes))) {
      long[] sourceEnds = new long[(int) readNumber(in)];
      for (int i = 0; i < sourceEnds.length; i++) {
        part.source(readPath(in));
      }
      long[] targetEnds = new long[(int) readNumber(in)];
      for (int i = 0; i < targetEnds.length; i++) {
        part.newTarget(readPath(in));
      }
      for (long runs = readNumber(in); runs > 0; runs--) {
        int source = (int) readNumber(in);
        long sourceStart = sourceEnds[source] + readNumber(in);
        int target = (int) readNumber(in);
        long targetStart = targetEnds[target] + readNumber(in);
        long length = readNumber(in);
        part.add(source, sourceStart, target, targetStart, length);
        sourceEnds[source] = sourceStart + length;
        targetEnds[target] = targetStart + length;
      }
      return part;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void writePaths(DataOutputStream out, List<String> paths) throws IOException {
    writeNumber(out, paths.size());
    for (String path : paths) {
      byte[] text = path.getBytes(StandardCharsets.UTF_8);
      writeNumber(out, text.length);
      out.write(text);
    }
  }

  private static String readPath(DataInputStream in) throws IOException {
    return new String(in.readNBytes((int) readNumber(in)), StandardCharsets.UTF_8);
  }

  private static void writeNumber(DataOutputStream out, long value) {
    try {
      long rest = value << 1 ^ value >> 63;
      while ((rest & ~0x7fL) != 0) {
        out.writeByte((int) (rest & 0x7f | 0x80));
        rest >>>= 7;
      }
      out.writeByte((int) rest);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static long readNumber(DataInputStream in) throws IOException {
    long raw = 0;
    int shift = 0;
    byte b;
    do {
      b = in.readByte();
      raw |= (long) (b & 0x7f) << shift;
      shift += 7;
    } while (b < 0);
    return raw >>> 1 ^ -(raw & 1);
  }
}

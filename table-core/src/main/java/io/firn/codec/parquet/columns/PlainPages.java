package io.firn.codec.parquet.columns;

import io.firn.codec.parquet.FloatingColumn;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Objects;
import org.apache.parquet.column.Encoding;
import org.apache.parquet.column.ParquetProperties;
import org.apache.parquet.column.page.PageWriter;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.schema.LogicalTypeAnnotation.StringLogicalTypeAnnotation;
import org.apache.parquet.schema.PrimitiveType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.jspecify.annotations.Nullable;

/** Values in Parquet's plain encoding; bytes go from page to page. */
final class PlainPages implements ValuePages {
  private final PageSink sink;
  private final FloatingColumn floating;
  private final PrimitiveTypeName type;
  private final int defined;
  private final PlainBytes bytes = new PlainBytes();
  private @Nullable ChunkValues chunk;
  private byte @Nullable [] least;
  private byte @Nullable [] greatest;

  PlainPages(Leaf leaf, ParquetProperties properties, PageWriter pages, FloatingColumn floating) {
    this.sink = new PageSink(leaf, properties, pages);
    this.floating = floating;
    this.type = leaf.column().getPrimitiveType().getPrimitiveTypeName();
    this.defined = leaf.maxDefinitionLevel();
  }

  /** Numbers, and bytes that are ordered as unsigned ones. */
  static boolean fits(PrimitiveType type) {
    return switch (type.getPrimitiveTypeName()) {
      case INT32, INT64, FLOAT, DOUBLE -> true;
      case BINARY ->
          type.getLogicalTypeAnnotation() == null
              || type.getLogicalTypeAnnotation() instanceof StringLogicalTypeAnnotation;
      case BOOLEAN, FIXED_LEN_BYTE_ARRAY, INT96 -> false;
    };
  }

  @Override
  public void begin(ChunkValues newChunk) {
    chunk = newChunk;
  }

  @Override
  public void copy(int repetition) throws IOException {
    ChunkValues in = Objects.requireNonNull(chunk);
    if (type == PrimitiveTypeName.BINARY) {
      copyBinary(in, repetition);
      return;
    }
    long bits =
        in.isId()
            ? PlainValue.bits(type, in.dictionary(), in.id())
            : PlainValue.bits(type, in.plain());
    bytes.add(bits, PlainValue.width(type));
    PlainValue.note(type, bits, sink.statistics());
    floating.see(type, bits);
    sink.levels(repetition, defined);
  }

  private void copyBinary(ChunkValues in, int repetition) throws IOException {
    ByteBuffer from;
    int length;
    if (in.isId()) {
      from = in.dictionary().decodeToBinary(in.id()).toByteBuffer().duplicate();
      length = from.remaining();
    } else {
      from = in.plain();
      length = PlainValue.length(from);
    }
    int at = bytes.add(from, length);
    note(at, at + length);
    sink.levels(repetition, defined, Binary.fromConstantByteArray(bytes.array(), at, length));
  }

  private void note(int from, int to) {
    byte[] array = bytes.array();
    if (least == null || Arrays.compareUnsigned(array, from, to, least, 0, least.length) < 0) {
      least = Arrays.copyOfRange(array, from, to);
    }
    if (greatest == null
        || Arrays.compareUnsigned(array, from, to, greatest, 0, greatest.length) > 0) {
      greatest = Arrays.copyOfRange(array, from, to);
    }
  }

  @Override
  public void none(int repetition, int definition) {
    sink.none(repetition, definition);
  }

  @Override
  public void endRow() throws IOException {
    if (sink.endRow(bytes.size())) {
      endPage();
    }
  }

  private void endPage() throws IOException {
    if (least != null && greatest != null) {
      sink.statistics().updateStats(Binary.fromConstantByteArray(least));
      sink.statistics().updateStats(Binary.fromConstantByteArray(greatest));
    }
    least = null;
    greatest = null;
    sink.endPage(bytes.take(), Encoding.PLAIN);
  }

  @Override
  public boolean isWorthIt() {
    return true;
  }

  @Override
  public boolean finish() throws IOException {
    if (sink.rows() > 0) {
      endPage();
    }
    return true;
  }

  @Override
  public void close() {
    sink.close();
  }
}

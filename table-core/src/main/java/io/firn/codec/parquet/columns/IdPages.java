package io.firn.codec.parquet.columns;

import io.firn.codec.parquet.FloatingColumn;
import io.firn.codec.parquet.columns.MergedDictionary.Translation;
import java.io.IOException;
import java.util.Arrays;
import java.util.Objects;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.bytes.BytesUtils;
import org.apache.parquet.column.Encoding;
import org.apache.parquet.column.ParquetProperties;
import org.apache.parquet.column.page.PageWriter;
import org.apache.parquet.column.values.rle.RunLengthBitPackingHybridEncoder;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.jspecify.annotations.Nullable;

/**
 * Values as ids of a merged dictionary. It is not worth it where parquet-java's writer would give
 * up its dictionary: when that gets too large, or does not pay on the first page.
 */
final class IdPages implements ValuePages {
  private static final int BYTES_AN_ID = 4;

  private final ParquetProperties properties;
  private final PageSink sink;
  private final FloatingColumn floating;
  private final MergedDictionary dictionary;
  private final PrimitiveTypeName type;
  private final int defined;
  private int[] ids = new int[1024];
  private int[] lastPageOf = new int[64];
  private int idCount;
  private int page = 1;
  private long plainBytes;
  private boolean pays = true;
  private @Nullable ChunkValues chunk;
  private @Nullable Translation translation;

  IdPages(Leaf leaf, ParquetProperties properties, PageWriter pages, FloatingColumn floating) {
    this.properties = properties;
    this.sink = new PageSink(leaf, properties, pages);
    this.floating = floating;
    this.type = leaf.column().getPrimitiveType().getPrimitiveTypeName();
    this.dictionary = new MergedDictionary(type);
    this.defined = leaf.maxDefinitionLevel();
  }

  @Override
  public void begin(ChunkValues newChunk) {
    chunk = newChunk;
    translation = newChunk.hasDictionary() ? dictionary.translation(newChunk.dictionary()) : null;
  }

  @Override
  public void copy(int repetition) throws IOException {
    ChunkValues in = Objects.requireNonNull(chunk);
    int id =
        in.isId() ? Objects.requireNonNull(translation).id(in.id()) : dictionary.add(in.plain());
    if (idCount == ids.length) {
      ids = Arrays.copyOf(ids, idCount * 2);
    }
    ids[idCount] = id;
    idCount++;
    if (page == 1) {
      plainBytes += dictionary.plainBytes(id);
    }
    if (type == PrimitiveTypeName.BINARY) {
      sink.levels(repetition, defined, dictionary.binary(id));
    } else {
      sink.levels(repetition, defined);
      floating.see(type, dictionary.bits(id));
    }
    noteOnce(id);
  }

  private void noteOnce(int id) {
    if (id >= lastPageOf.length) {
      lastPageOf = Arrays.copyOf(lastPageOf, Math.max(id + 1, lastPageOf.length * 2));
    }
    if (lastPageOf[id] == page) {
      return;
    }
    lastPageOf[id] = page;
    if (type == PrimitiveTypeName.BINARY) {
      sink.statistics().updateStats(dictionary.binary(id));
    } else {
      PlainValue.note(type, dictionary.bits(id), sink.statistics());
    }
  }

  @Override
  public void none(int repetition, int definition) {
    sink.none(repetition, definition);
  }

  @Override
  public void endRow() throws IOException {
    if (sink.endRow((long) idCount * BYTES_AN_ID)) {
      endPage();
    }
  }

  private void endPage() throws IOException {
    int width = BytesUtils.getWidthFromMaxInt(Math.max(0, dictionary.size() - 1));
    try (RunLengthBitPackingHybridEncoder encoder =
        new RunLengthBitPackingHybridEncoder(
            width,
            properties.getInitialSlabSize(),
            properties.getPageSizeThreshold(),
            properties.getAllocator())) {
      for (int i = 0; i < idCount; i++) {
        encoder.writeInt(ids[i]);
      }
      BytesInput encoded =
          BytesInput.concat(BytesInput.from(new byte[] {(byte) width}), encoder.toBytes());
      if (page == 1) {
        pays = encoded.size() + dictionary.bytes() < plainBytes;
      }
      sink.endPage(encoded, Encoding.PLAIN_DICTIONARY);
    }
    idCount = 0;
    page++;
  }

  @Override
  public boolean isWorthIt() {
    return pays && dictionary.bytes() <= properties.getDictionaryPageSizeThreshold();
  }

  @Override
  public boolean finish() throws IOException {
    if (sink.rows() > 0) {
      endPage();
    }
    if (!isWorthIt() || dictionary.size() == 0) {
      return false;
    }
    sink.pages().writeDictionaryPage(dictionary.page());
    return true;
  }

  @Override
  public void close() {
    sink.close();
  }
}

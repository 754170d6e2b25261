package io.firn.codec.parquet;

import java.util.Objects;
import org.apache.parquet.column.ColumnReader;
import org.apache.parquet.column.Dictionary;
import org.apache.parquet.column.values.ValuesReader;
import org.apache.parquet.io.ParquetDecodingException;
import org.apache.parquet.io.api.Binary;
import org.jspecify.annotations.Nullable;

/**
 * The data files that the rows of a position delete file name, one after the other. Equal ones in a
 * row are the same object.
 */
interface Paths {

  /**
   * The next path.
   *
   * @throws ParquetDecodingException if there is none
   */
  String next();

  /** Paths where some may be absent. */
  final class OfColumn implements Paths {
    private final ColumnReader reader;
    private final Last last = new Last();

    OfColumn(ColumnReader reader) {
      this.reader = reader;
    }

    @Override
    public String next() {
      if (reader.getCurrentDefinitionLevel() < reader.getDescriptor().getMaxDefinitionLevel()) {
        throw new ParquetDecodingException("a delete without a file");
      }
      String path = last.text(reader.getBinary());
      reader.consume();
      return path;
    }
  }

  /** Paths by their numbers in the dictionary, where the pages have those. */
  final class OfPages implements Paths {
    private final RequiredPages pages;
    private final Last last = new Last();
    private final String[] words;
    private @Nullable ValuesReader decoder;
    private boolean numbers;
    private int left;

    OfPages(RequiredPages pages) {
      this.pages = pages;
      this.words = pages.dictionary().map(OfPages::words).orElse(new String[0]);
    }

    private static String[] words(Dictionary dictionary) {
      String[] words = new String[dictionary.getMaxId() + 1];
      for (int id = 0; id < words.length; id++) {
        words[id] = dictionary.decodeToBinary(id).toStringUsingUTF8();
      }
      return words;
    }

    @Override
    public String next() {
      if (left == 0) {
        RequiredPages.Page page = pages.next();
        decoder = pages.decoder(page);
        numbers = page.encoding().usesDictionary();
        left = page.count();
      }
      left--;
      ValuesReader values = Objects.requireNonNull(decoder);
      return numbers ? words[values.readValueDictionaryId()] : last.text(values.readBytes());
    }
  }

  /** Makes a text of a path only if it is not the one before. */
  final class Last {
    private Binary bytes = Binary.EMPTY;
    private String text = "";

    private String text(Binary path) {
      if (!path.equals(bytes)) {
        bytes = path.copy();
        text = path.toStringUsingUTF8();
      }
      return text;
    }
  }
}

package io.firn.codec.puffin;

import java.util.Optional;

/** Compression of a blob or footer; the text is the spec's. */
public enum PuffinCompression {
  NONE,
  LZ4,
  ZSTD;

  /** The word in the footer; empty for no compression. */
  public Optional<String> text() {
    return switch (this) {
      case NONE -> Optional.empty();
      case LZ4 -> Optional.of("lz4");
      case ZSTD -> Optional.of("zstd");
    };
  }

  static Optional<PuffinCompression> parse(String text) {
    for (PuffinCompression compression : values()) {
      if (compression.text().equals(Optional.of(text))) {
        return Optional.of(compression);
      }
    }
    return Optional.empty();
  }
}

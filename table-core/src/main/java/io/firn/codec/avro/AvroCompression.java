package io.firn.codec.avro;

import io.firn.error.InvalidInputException;
import io.firn.model.TableProperties;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalInt;
import org.apache.avro.file.CodecFactory;

/** Compression of manifests and manifest lists; an empty level is the codec's usual one. */
public record AvroCompression(Codec codec, OptionalInt level) {
  private static final int DEFAULT_GZIP_LEVEL = 9;
  private static final int DEFAULT_ZSTD_LEVEL = 1;

  /** The codecs of Avro files, by the names that table properties use. */
  public enum Codec {
    NONE,
    GZIP,
    SNAPPY,
    ZSTD
  }

  public static AvroCompression of(Codec codec) {
    return new AvroCompression(codec, OptionalInt.empty());
  }

  /**
   * What {@code write.manifest.compression-codec} and {@code write.manifest.compression-level} say.
   *
   * @throws InvalidInputException if the codec is unknown
   */
  public static AvroCompression ofManifests(Map<String, String> tableProperties) {
    String name =
        tableProperties.getOrDefault(
            TableProperties.MANIFEST_COMPRESSION, TableProperties.MANIFEST_COMPRESSION_DEFAULT);
    OptionalInt level =
        TableProperties.optionalInt(tableProperties, TableProperties.MANIFEST_COMPRESSION_LEVEL);
    Codec codec = parse(name);
    if (level.isPresent()) {
      requireLevel(codec, level.getAsInt());
    }
    return new AvroCompression(codec, level);
  }

  private static void requireLevel(Codec codec, int level) {
    boolean valid =
        switch (codec) {
          case NONE, SNAPPY -> true;
          case GZIP -> level >= 0 && level <= 9;
          case ZSTD -> level >= 1 && level <= 22;
        };
    if (!valid) {
      throw new InvalidInputException(
          TableProperties.MANIFEST_COMPRESSION_LEVEL + " = " + level + " is no level of " + codec);
    }
  }

  private static Codec parse(String name) {
    return switch (name.toLowerCase(Locale.ROOT)) {
      case "none", "uncompressed" -> Codec.NONE;
      case "gzip" -> Codec.GZIP;
      case "snappy" -> Codec.SNAPPY;
      case "zstd" -> Codec.ZSTD;
      default ->
          throw new InvalidInputException(
              TableProperties.MANIFEST_COMPRESSION
                  + " must be gzip, snappy, zstd or none, not "
                  + name);
    };
  }

  CodecFactory factory() {
    return switch (codec) {
      case NONE -> CodecFactory.nullCodec();
      case GZIP -> CodecFactory.deflateCodec(level.orElse(DEFAULT_GZIP_LEVEL));
      case SNAPPY -> CodecFactory.snappyCodec();
      case ZSTD -> CodecFactory.zstandardCodec(level.orElse(DEFAULT_ZSTD_LEVEL), true);
    };
  }
}

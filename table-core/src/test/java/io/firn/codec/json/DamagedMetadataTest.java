package io.firn.codec.json;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.firn.error.CorruptFileException;
import io.firn.error.UnsupportedFeatureException;
import io.firn.model.MetadataBuilder;
import io.firn.model.TableMetadata;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Damaged metadata files are refused with the file's name, never with anything else. */
final class DamagedMetadataTest {
  private static final String LOCATION = "file:/t/metadata/v7.metadata.json";

  private static TableMetadata sample(long seed, int formatVersion) {
    RandomChanges changes = new RandomChanges(new RandomSchemas(seed, formatVersion), 1_000_000);
    TableMetadata metadata = MetadataBuilder.create(changes.creation(formatVersion), 1_000_000);
    for (int i = 0; i < 20; i++) {
      metadata = MetadataBuilder.apply(metadata, changes.next(metadata), 1_000_000 + i);
    }
    return metadata;
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3})
  void everyTruncationIsCorrupt(int formatVersion) {
    byte[] json = MetadataJson.write(sample(7, formatVersion));
    for (int length = 0; length < json.length; length++) {
      byte[] truncated = Arrays.copyOf(json, length);
      CorruptFileException e =
          assertThrows(CorruptFileException.class, () -> MetadataJson.parse(LOCATION, truncated));
      assertTrue(e.getMessage().startsWith("Corrupt file " + LOCATION), e.getMessage());
    }
  }

  @Test
  void everyTruncationOfACompressedFileIsCorrupt() {
    byte[] gzip = MetadataJson.writeGzip(sample(7, 2));
    for (int length = 0; length < gzip.length; length++) {
      byte[] truncated = Arrays.copyOf(gzip, length);
      assertThrows(CorruptFileException.class, () -> MetadataJson.parse(LOCATION, truncated));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3})
  void flippedBitsAreCorruptUnsupportedOrHarmless(int formatVersion) {
    byte[] json = MetadataJson.write(sample(11, formatVersion));
    assertTimeoutPreemptively(
        Duration.ofMinutes(2),
        () -> {
          for (int position = 0; position < json.length; position++) {
            parseWithFlip(json, position, 1 << (position % 8));
            parseWithFlip(json, position, 1 << ((position + 3) % 8));
          }
        });
  }

  @Test
  void flippedBitsOfACompressedFileAreFoundOrInBitsThatMeanNothing() {
    TableMetadata sample = sample(11, 3);
    byte[] gzip = MetadataJson.writeGzip(sample);
    TableMetadata intact = MetadataJson.parse(LOCATION, gzip);
    Random random = new Random(5);
    int found = 0;
    for (int i = 0; i < 3_000; i++) {
      byte[] damaged = gzip.clone();
      // From byte 10 on: the fields of the gzip header before are not part of its checksum.
      damaged[10 + random.nextInt(gzip.length - 10)] ^= (byte) (1 << random.nextInt(8));
      // A compressed stream has some unused bits; a flip there must change nothing.
      try {
        assertEquals(intact, MetadataJson.parse(LOCATION, damaged));
      } catch (CorruptFileException e) {
        found++;
      }
    }
    assertTrue(found > 2_900, found + " of 3000 flips found");
  }

  @Test
  void replacedAndRemovedBytesNeverSurprise() {
    byte[] json = MetadataJson.write(sample(13, 3));
    Random random = new Random(17);
    for (int i = 0; i < 5_000; i++) {
      byte[] damaged = json.clone();
      int from = random.nextInt(json.length);
      int length = Math.min(1 + random.nextInt(12), json.length - from);
      if (random.nextBoolean()) {
        for (int j = from; j < from + length; j++) {
          damaged[j] = (byte) "0123456789-{}[]\",:nulltrefas eE+.".charAt(random.nextInt(32));
        }
      } else {
        System.arraycopy(json, from + length, damaged, from, json.length - from - length);
        damaged = Arrays.copyOf(damaged, json.length - length);
      }
      parseOrRefuse(damaged, "seed 17, round " + i);
    }
  }

  private static void parseWithFlip(byte[] json, int position, int mask) {
    byte[] damaged = json.clone();
    damaged[position] ^= (byte) mask;
    parseOrRefuse(damaged, "byte " + position + ", mask " + mask);
  }

  private static void parseOrRefuse(byte[] damaged, String what) {
    try {
      TableMetadata read = MetadataJson.parse(LOCATION, damaged);
      if (read.formatVersion() > 1) {
        assertEquals(read, MetadataJson.parse(LOCATION, MetadataJson.write(read)), what);
      }
    } catch (CorruptFileException | UnsupportedFeatureException e) {
      assertTrue(e.getMessage().contains(LOCATION), what + ": " + e.getMessage());
    } catch (RuntimeException e) {
      throw new AssertionError(what + ": " + e, e);
    }
  }

  @Test
  void errorsTellTheByteOfTheWrongValue() {
    String json =
        "{\"format-version\":2,\"location\":\"file:/t\",\"current-schema-id\":0,"
            + "\"schemas\":[{\"type\":\"struct\",\"schema-id\":0,\"fields\":"
            + "[{\"id\":1,\"name\":\"a\",\"required\":\"yes\",\"type\":\"int\"}]}]}";
    CorruptFileException e = assertThrows(CorruptFileException.class, () -> parse(json));
    assertEquals(
        "Corrupt file "
            + LOCATION
            + " at byte "
            + json.indexOf("\"yes\"")
            + ": expected true or false, found \"yes\" (at /schemas/0/fields/0/required)",
        e.getMessage());
  }

  @Test
  void missingFieldIsNamed() {
    CorruptFileException e =
        assertThrows(CorruptFileException.class, () -> parse("{\"format-version\":2}"));
    assertEquals("Corrupt file " + LOCATION + " at byte 0: missing field location", e.getMessage());
  }

  @Test
  void otherFormatVersionsAreUnsupported() {
    for (int version : new int[] {-1, 0, 4, 99}) {
      UnsupportedFeatureException e =
          assertThrows(
              UnsupportedFeatureException.class,
              () -> parse("{\"format-version\":" + version + ",\"new\":[]}"));
      assertEquals(
          "Cannot read the table metadata file "
              + LOCATION
              + ": format version "
              + version
              + " is not supported, only 1 to 3 are",
          e.getMessage());
    }
  }

  @Test
  void unknownTypesAndRefTypesAreUnsupported() {
    String json = new String(MetadataJson.write(sample(7, 2)), StandardCharsets.UTF_8);
    String type = json.replaceFirst("\"type\":\"(boolean|int|long|string)\"", "\"type\":\"moon\"");
    String message =
        assertThrows(UnsupportedFeatureException.class, () -> parse(type)).getMessage();
    assertTrue(message.contains("Unknown type 'moon' of column "), message);
    String ref = json.replace("\"type\":\"branch\"", "\"type\":\"twig\"");
    message = assertThrows(UnsupportedFeatureException.class, () -> parse(ref)).getMessage();
    assertTrue(
        message.contains("has the unknown type 'twig': only branch and tag are supported"),
        message);
  }

  private static TableMetadata parse(String json) {
    return MetadataJson.parse(LOCATION, json.getBytes(StandardCharsets.UTF_8));
  }
}

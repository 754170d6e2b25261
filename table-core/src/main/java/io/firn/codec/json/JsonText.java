package io.firn.codec.json;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.firn.error.CorruptFileException;
import io.firn.error.InvalidInputException;
import java.io.IOException;
import java.util.function.Function;

/** Text to JSON trees; numbers with a fraction or an exponent are doubles. */
final class JsonText {
  private static final JsonMapper MAPPER =
      JsonMapper.builder()
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .enable(DeserializationFeature.FAIL_ON_READING_DUP_TREE_KEY)
          .build();

  private JsonText() {}

  /**
   * Reads a JSON object from a file's bytes. Whatever is wrong with them is a {@link
   * CorruptFileException} with the byte offset.
   */
  static <T> T readFile(String location, byte[] bytes, Function<JsonObject, T> reader) {
    try {
      return reader.apply(JsonObject.root(MAPPER.readTree(bytes)));
    } catch (JacksonException e) {
      long offset = e.getLocation() == null ? -1 : e.getLocation().getByteOffset();
      throw new CorruptFileException(location, offset, e.getOriginalMessage(), e);
    } catch (JsonShapeException e) {
      throw new CorruptFileException(location, offsetOf(bytes, e.pointer()), e.located(), e);
    } catch (IOException e) {
      throw new CorruptFileException(location, -1, String.valueOf(e.getMessage()), e);
    }
  }

  /** Reads a JSON value from a text; {@code what} names it in the {@link InvalidInputException}. */
  static <T> T readText(String what, String text, Function<JsonNode, T> reader) {
    try {
      return reader.apply(MAPPER.readTree(text));
    } catch (JacksonException e) {
      throw new InvalidInputException(
          "Cannot read " + what + ": " + e.getOriginalMessage() + " in " + text, e);
    } catch (JsonShapeException e) {
      throw new InvalidInputException(
          "Cannot read " + what + ": " + e.located() + " in " + text, e);
    }
  }

  private static long offsetOf(byte[] bytes, String pointer) {
    try (JsonParser parser = MAPPER.createParser(bytes)) {
      while (parser.nextToken() != null) {
        JsonToken token = parser.currentToken();
        boolean value = token != JsonToken.FIELD_NAME && !token.isStructEnd();
        boolean start = token.isStructStart();
        String at =
            start && parser.getParsingContext().getParent() != null
                ? parser.getParsingContext().getParent().pathAsPointer().toString()
                : parser.getParsingContext().pathAsPointer().toString();
        if (value && at.equals(pointer)) {
          return parser.currentTokenLocation().getByteOffset();
        }
      }
      return -1;
    } catch (IOException e) {
      return -1;
    }
  }
}

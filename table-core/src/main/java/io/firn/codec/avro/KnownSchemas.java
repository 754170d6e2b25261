package io.firn.codec.avro;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.avro.NameValidator;
import org.apache.avro.Schema;

/**
 * Avro schemas by the text in a file's header. All manifests of a table have the same few texts,
 * and to parse one takes longer than to read a manifest of some files. What is remembered follows
 * from the text alone, so that all readers of a process may share it; it is never changed.
 */
final class KnownSchemas {
  private static final int MAX_SCHEMAS = 64;
  private static final int MAX_TEXT_LENGTH = 32 * 1024;
  private static final Map<String, Schema> BY_TEXT = new ConcurrentHashMap<>();

  private KnownSchemas() {}

  /** Fails as Avro's parser does. */
  static Schema parse(String text) {
    Schema known = BY_TEXT.get(text);
    if (known != null) {
      return known;
    }
    Schema parsed =
        new Schema.Parser(NameValidator.NO_VALIDATION).setValidateDefaults(false).parse(text);
    if (text.length() <= MAX_TEXT_LENGTH) {
      if (BY_TEXT.size() >= MAX_SCHEMAS) {
        BY_TEXT.clear();
      }
      BY_TEXT.put(text, parsed);
    }
    return parsed;
  }
}

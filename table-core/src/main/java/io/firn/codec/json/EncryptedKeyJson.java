package io.firn.codec.json;

import io.firn.model.EncryptedKey;
import java.util.Map;

/** Entries of {@code encryption-keys} (spec: Encryption Keys). */
final class EncryptedKeyJson {
  private EncryptedKeyJson() {}

  static void write(JsonOut out, EncryptedKey key, UnknownFields unknown) {
    out.object(
        () -> {
          out.text("key-id", key.keyId());
          out.text("encrypted-key-metadata", key.encryptedKeyMetadata());
          out.text("encrypted-by-id", key.encryptedById());
          if (!key.properties().isEmpty()) {
            out.textMap("properties", key.properties());
          }
          unknown.write(out, path(key.keyId()));
        });
  }

  static EncryptedKey read(JsonObject object, Map<String, String> unknown) {
    EncryptedKey key =
        new EncryptedKey(
            object.text("key-id"),
            object.text("encrypted-key-metadata"),
            object.optionalText("encrypted-by-id"),
            object.textMap("properties"));
    object.keepRest(path(key.keyId()), unknown);
    return key;
  }

  private static String path(String keyId) {
    return "/encryption-keys/" + JsonObject.escape(keyId);
  }
}

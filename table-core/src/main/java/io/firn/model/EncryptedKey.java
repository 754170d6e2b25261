package io.firn.model;

import java.util.Map;
import java.util.Optional;

/** A key of an encrypted table; kept as it is. */
public record EncryptedKey(
    String keyId,
    String encryptedKeyMetadata,
    Optional<String> encryptedById,
    Map<String, String> properties) {}

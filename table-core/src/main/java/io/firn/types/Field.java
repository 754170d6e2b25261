package io.firn.types;

import java.util.Optional;

/**
 * A field of a struct, list or map. {@code initialDefault} fills rows written before the field
 * existed, {@code writeDefault} is for writers that leave the field out (both format version 3).
 */
public record Field(
    int id,
    String name,
    boolean required,
    Type type,
    Optional<String> doc,
    Optional<Object> initialDefault,
    Optional<Object> writeDefault) {

  public Field(int id, String name, boolean required, Type type) {
    this(id, name, required, type, Optional.empty(), Optional.empty(), Optional.empty());
  }

  public static Field required(int id, String name, Type type) {
    return new Field(id, name, true, type);
  }

  public static Field optional(int id, String name, Type type) {
    return new Field(id, name, false, type);
  }

  public Field withId(int newId) {
    return new Field(newId, name, required, type, doc, initialDefault, writeDefault);
  }

  public Field withName(String newName) {
    return new Field(id, newName, required, type, doc, initialDefault, writeDefault);
  }

  public Field withType(Type newType) {
    return new Field(id, name, required, newType, doc, initialDefault, writeDefault);
  }

  public Field withRequired(boolean newRequired) {
    return new Field(id, name, newRequired, type, doc, initialDefault, writeDefault);
  }

  public Field withDoc(Optional<String> newDoc) {
    return new Field(id, name, required, type, newDoc, initialDefault, writeDefault);
  }

  public Field withInitialDefault(Optional<Object> value) {
    return new Field(id, name, required, type, doc, value, writeDefault);
  }

  public Field withWriteDefault(Optional<Object> value) {
    return new Field(id, name, required, type, doc, initialDefault, value);
  }

  @Override
  public String toString() {
    return id + ": " + name + ": " + (required ? "required " : "optional ") + type;
  }
}

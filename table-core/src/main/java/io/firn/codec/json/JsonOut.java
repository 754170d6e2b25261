package io.firn.codec.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.Consumer;

/** Writes JSON into memory. An object or array is written by what its callback writes. */
final class JsonOut {
  private static final JsonFactory FACTORY = new JsonFactory();

  private final JsonGenerator generator;

  private JsonOut(JsonGenerator generator) {
    this.generator = generator;
  }

  static byte[] bytes(Consumer<JsonOut> content) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(1024);
    try (JsonGenerator generator = FACTORY.createGenerator(bytes)) {
      content.accept(new JsonOut(generator));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  static String text(Consumer<JsonOut> content) {
    return new String(bytes(content), StandardCharsets.UTF_8);
  }

  private interface Step {
    void run() throws IOException;
  }

  private static void run(Step step) {
    try {
      step.run();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  void object(Runnable content) {
    run(generator::writeStartObject);
    content.run();
    run(generator::writeEndObject);
  }

  void object(String name, Runnable content) {
    name(name);
    object(content);
  }

  void array(Runnable content) {
    run(generator::writeStartArray);
    content.run();
    run(generator::writeEndArray);
  }

  void array(String name, Runnable content) {
    name(name);
    array(content);
  }

  <T> void array(String name, Collection<T> elements, Consumer<T> writer) {
    array(name, () -> elements.forEach(writer));
  }

  void name(String name) {
    run(() -> generator.writeFieldName(name));
  }

  void number(long value) {
    run(() -> generator.writeNumber(value));
  }

  void number(double value) {
    run(() -> generator.writeNumber(value));
  }

  void number(float value) {
    run(() -> generator.writeNumber(value));
  }

  void bool(boolean value) {
    run(() -> generator.writeBoolean(value));
  }

  void text(CharSequence value) {
    run(() -> generator.writeString(value.toString()));
  }

  void nothing() {
    run(generator::writeNull);
  }

  void number(String name, long value) {
    name(name);
    number(value);
  }

  void number(String name, OptionalLong value) {
    value.ifPresent(v -> number(name, v));
  }

  void number(String name, OptionalInt value) {
    value.ifPresent(v -> number(name, v));
  }

  void bool(String name, boolean value) {
    name(name);
    bool(value);
  }

  void text(String name, CharSequence value) {
    name(name);
    text(value);
  }

  void text(String name, Optional<String> value) {
    value.ifPresent(v -> text(name, v));
  }

  void textMap(String name, Map<String, String> values) {
    object(name, () -> values.forEach(this::text));
  }

  void raw(String name, String json) {
    name(name);
    run(() -> generator.writeRawValue(json));
  }
}

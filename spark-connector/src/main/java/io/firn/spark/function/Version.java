package io.firn.spark.function;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import org.apache.spark.sql.connector.catalog.functions.ScalarFunction;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.unsafe.types.UTF8String;

/** Name and version of this connector, for example {@code Firn 0.1.0}. */
public record Version() implements ScalarFunction<UTF8String> {
  private static final String TEXT = "Firn " + read();

  @Override
  public String name() {
    return "iceberg_version";
  }

  @Override
  public DataType[] inputTypes() {
    return new DataType[0];
  }

  @Override
  public DataType resultType() {
    return DataTypes.StringType;
  }

  @Override
  public boolean isResultNullable() {
    return false;
  }

  @Override
  public String canonicalName() {
    return "firn.iceberg_version()";
  }

  public static UTF8String invoke() {
    return UTF8String.fromString(TEXT);
  }

  private static String read() {
    try (InputStream in = Version.class.getResourceAsStream("version.txt")) {
      if (in == null) {
        throw new IllegalStateException("The jar of Firn lacks its file version.txt");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8).trim();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}

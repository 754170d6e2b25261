package io.firn.partition;

import io.firn.error.UnsupportedFeatureException;
import io.firn.types.PrimitiveType;
import io.firn.types.SimpleType;
import io.firn.types.Type;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A transform of a newer spec: ignored when filtering, refused when writing. */
public record UnknownTransform(String text) implements Transform {

  @Override
  public boolean canTransform(Type source) {
    return true;
  }

  @Override
  public Type resultType(Type source) {
    return SimpleType.STRING;
  }

  @Override
  public Function<@Nullable Object, @Nullable Object> bind(PrimitiveType source) {
    throw new UnsupportedFeatureException(
        "Cannot apply the unknown partition transform "
            + text
            + " to values of type "
            + source
            + "; write to this table with an engine that knows it");
  }

  @Override
  public boolean preservesOrder() {
    return false;
  }

  @Override
  public String humanString(Type source, @Nullable Object value) {
    return String.valueOf(value);
  }

  @Override
  public String toString() {
    return text;
  }
}

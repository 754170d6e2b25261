package io.firn.partition;

import io.firn.types.PrimitiveType;
import io.firn.types.Type;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The source value itself. */
public enum IdentityTransform implements Transform {
  IDENTITY;

  @Override
  public boolean canTransform(Type source) {
    return source instanceof PrimitiveType
        && !(source instanceof io.firn.types.GeometryType)
        && !(source instanceof io.firn.types.GeographyType);
  }

  @Override
  public Type resultType(Type source) {
    return source;
  }

  @Override
  public Function<@Nullable Object, @Nullable Object> bind(PrimitiveType source) {
    return value -> value;
  }

  @Override
  public boolean preservesOrder() {
    return true;
  }

  @Override
  public String humanString(Type source, @Nullable Object value) {
    return HumanValue.of(source, value);
  }

  @Override
  public String toString() {
    return "identity";
  }
}

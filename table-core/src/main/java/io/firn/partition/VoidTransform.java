package io.firn.partition;

import io.firn.types.PrimitiveType;
import io.firn.types.Type;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Always null; what is left of a dropped partition field in a v1 table. */
public enum VoidTransform implements Transform {
  VOID;

  @Override
  public boolean canTransform(Type source) {
    return true;
  }

  @Override
  public Type resultType(Type source) {
    return source;
  }

  @Override
  public Function<@Nullable Object, @Nullable Object> bind(PrimitiveType source) {
    return value -> null;
  }

  @Override
  public boolean preservesOrder() {
    return false;
  }

  @Override
  public String humanString(Type source, @Nullable Object value) {
    return "null";
  }

  @Override
  public String toString() {
    return "void";
  }
}

package io.firn.partition;

import io.firn.types.PrimitiveType;
import io.firn.types.Type;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A partition or sort transform (spec: Partition Transforms). {@code toString} is the spec's text,
 * for example {@code bucket[16]}.
 */
public sealed interface Transform
    permits IdentityTransform,
        BucketTransform,
        TruncateTransform,
        TimeTransform,
        VoidTransform,
        UnknownTransform {

  /** Parses the spec's text; a transform of a newer spec becomes an {@link UnknownTransform}. */
  static Transform parse(String text) {
    return TransformParser.parse(text);
  }

  /** Whether values of the type can be transformed. */
  boolean canTransform(Type source);

  /** The type of the transformed values. */
  Type resultType(Type source);

  /**
   * The transform for values of the type, in memory as {@code io.firn.types.Type} says; null gives
   * null.
   *
   * @throws io.firn.error.InvalidInputException if the transform does not fit the type, or is
   *     unknown
   */
  Function<@Nullable Object, @Nullable Object> bind(PrimitiveType source);

  /** Whether {@code a <= b} implies {@code transform(a) <= transform(b)}. */
  boolean preservesOrder();

  /**
   * The partition value as it stands in a path, before URL encoding: {@code 2017-11-16}, {@code
   * null}.
   */
  String humanString(Type source, @Nullable Object value);
}

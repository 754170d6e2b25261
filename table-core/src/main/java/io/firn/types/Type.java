package io.firn.types;

/**
 * A type of the spec. {@code toString} is the spec's type string for primitives ({@code
 * decimal(9,2)} is written {@code decimal(9, 2)}).
 *
 * <p>In-memory values: boolean {@code Boolean}; int, date (days) {@code Integer}; long, time,
 * timestamps (microseconds; nanoseconds for {@code _ns}) {@code Long}; float {@code Float}; double
 * {@code Double}; decimal {@code BigDecimal} of the type's scale; string {@code String}; uuid
 * {@code UUID}; fixed and binary {@code ByteBuffer} (read-only use, position 0); struct {@link
 * StructValue}; list {@code List}; map {@code Map}.
 */
public sealed interface Type permits PrimitiveType, VariantType, StructType, ListType, MapType {

  <R> R match(Cases<R> cases);

  default boolean isPrimitive() {
    return this instanceof PrimitiveType;
  }

  default boolean isNested() {
    return this instanceof StructType || this instanceof ListType || this instanceof MapType;
  }

  /** One method a kind of type; a new kind breaks every caller at compile time. */
  interface Cases<R> {
    R simple(SimpleType type);

    R fixed(FixedType type);

    R decimal(DecimalType type);

    R geometry(GeometryType type);

    R geography(GeographyType type);

    R variant(VariantType type);

    R struct(StructType type);

    R list(ListType type);

    R map(MapType type);
  }
}

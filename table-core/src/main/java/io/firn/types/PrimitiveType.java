package io.firn.types;

/** A type without fields of its own. */
public sealed interface PrimitiveType extends Type
    permits SimpleType, FixedType, DecimalType, GeometryType, GeographyType {}

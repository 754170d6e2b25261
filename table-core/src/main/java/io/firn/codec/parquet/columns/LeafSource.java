package io.firn.codec.parquet.columns;

import io.firn.types.Field;
import java.util.Optional;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.DecimalLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.IntLogicalTypeAnnotation;
import org.apache.parquet.schema.PrimitiveType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.jspecify.annotations.Nullable;

/** Where the values of a leaf of the new file come from in one of the old ones. */
sealed interface LeafSource {

  /**
   * A leaf of the old file.
   *
   * @param levels the new definition level for each old one
   */
  record Stored(Leaf leaf, int[] levels, Widening widening) implements LeafSource {

    /** Whether values and levels are those of the new leaf. */
    boolean isAs(Leaf wanted) {
      return widening == Widening.NONE
          && levels.length == wanted.maxDefinitionLevel() + 1
          && levels[levels.length - 1] == wanted.maxDefinitionLevel();
    }
  }

  /** The same in all rows; null if empty. */
  record Constant(Field field, Optional<Object> value) implements LeafSource {}

  /** All rows lack the column, or the list, map or struct around it. */
  record Nulls() implements LeafSource {}

  /**
   * What row lineage says where nothing is stored (spec: Row Lineage): a number, or the sum of it
   * and the row's position.
   */
  record Inherited(Optional<Stored> stored, Origin origin) implements LeafSource {}

  /** Which number is inherited. */
  enum Origin {
    SEQUENCE_NUMBER,
    ROW_ID;

    /** What the row at a position of the file inherits. */
    long of(MergeSource source, long position) {
      return this == ROW_ID
          ? source.file().firstRowId().getAsLong() + position
          : source.sequenceNumber().getAsLong();
    }
  }

  /** How stored values become those of the new type (spec: Schema Evolution, type promotion). */
  enum Widening {
    NONE,
    INT_TO_LONG,
    FLOAT_TO_DOUBLE;

    /** Empty if values of the one type are not stored as those of the other. */
    static Optional<Widening> of(PrimitiveType stored, PrimitiveType wanted) {
      PrimitiveTypeName from = stored.getPrimitiveTypeName();
      PrimitiveTypeName to = wanted.getPrimitiveTypeName();
      if (!sameMeaning(annotation(stored), annotation(wanted))) {
        return Optional.empty();
      }
      if (from == to) {
        boolean sameLength =
            from != PrimitiveTypeName.FIXED_LEN_BYTE_ARRAY
                || stored.getTypeLength() == wanted.getTypeLength();
        return sameLength && from != PrimitiveTypeName.INT96 ? Optional.of(NONE) : Optional.empty();
      }
      if (from == PrimitiveTypeName.INT32 && to == PrimitiveTypeName.INT64) {
        return Optional.of(INT_TO_LONG);
      }
      return from == PrimitiveTypeName.FLOAT && to == PrimitiveTypeName.DOUBLE
          ? Optional.of(FLOAT_TO_DOUBLE)
          : Optional.empty();
    }

    private static boolean sameMeaning(
        @Nullable LogicalTypeAnnotation stored, @Nullable LogicalTypeAnnotation wanted) {
      if (stored instanceof DecimalLogicalTypeAnnotation from
          && wanted instanceof DecimalLogicalTypeAnnotation to) {
        return from.getScale() == to.getScale() && from.getPrecision() <= to.getPrecision();
      }
      return stored == null ? wanted == null : stored.equals(wanted);
    }

    /** Plain signed numbers of a column's own width may or may not be called so. */
    private static @Nullable LogicalTypeAnnotation annotation(PrimitiveType type) {
      LogicalTypeAnnotation annotation = type.getLogicalTypeAnnotation();
      boolean plain =
          annotation instanceof IntLogicalTypeAnnotation number
              && number.isSigned()
              && number.getBitWidth()
                  == (type.getPrimitiveTypeName() == PrimitiveTypeName.INT32 ? 32 : 64);
      return plain ? null : annotation;
    }
  }
}

package io.firn.spark.keys;

import io.firn.conflict.KeyColumn;
import io.firn.spark.convert.FieldIds;
import io.firn.spark.convert.SparkTypes;
import io.firn.spark.convert.SparkValues;
import io.firn.types.DecimalType;
import io.firn.types.PrimitiveType;
import java.io.Serializable;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.types.DataType;
import org.jspecify.annotations.Nullable;

/** The columns of a key on their way to the tasks. */
final class KeyTypes implements Serializable {
  private static final long serialVersionUID = 1L;

  private final int[] fieldIds;
  private final DataType[] columnTypes;
  private final DataType[] sourceTypes;
  private final boolean[] nullsAreEqual;

  KeyTypes(List<KeyColumn> columns, List<DataType> sourceTypes) {
    this.fieldIds = columns.stream().mapToInt(KeyColumn::fieldId).toArray();
    this.columnTypes =
        columns.stream()
            .map(column -> SparkTypes.toSpark(column.type(), "key"))
            .toArray(DataType[]::new);
    this.sourceTypes = sourceTypes.toArray(DataType[]::new);
    this.nullsAreEqual = new boolean[columns.size()];
    for (int i = 0; i < nullsAreEqual.length; i++) {
      nullsAreEqual[i] = columns.get(i).nulls() == KeyColumn.Nulls.EQUAL;
    }
  }

  List<KeyColumn> columns() {
    List<KeyColumn> columns = new ArrayList<>();
    for (int i = 0; i < fieldIds.length; i++) {
      columns.add(
          new KeyColumn(
              fieldIds[i],
              (PrimitiveType) SparkTypes.toFirn(columnTypes[i], "key", new FieldIds(0)),
              nullsAreEqual[i] ? KeyColumn.Nulls.EQUAL : KeyColumn.Nulls.UNEQUAL));
    }
    return columns;
  }

  /** The source's value as the table has it. */
  @Nullable Object toFirn(int i, KeyColumn column, @Nullable Object value) {
    Object converted = SparkValues.toFirn(column.type(), sourceTypes[i], value);
    return converted instanceof BigDecimal decimal && column.type() instanceof DecimalType type
        ? decimal.setScale(type.scale(), RoundingMode.HALF_UP)
        : converted;
  }
}

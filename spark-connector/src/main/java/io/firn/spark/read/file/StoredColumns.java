package io.firn.spark.read.file;

import io.firn.spark.read.file.StoredColumn.Shape;
import io.firn.spark.read.vector.ListVector;
import io.firn.spark.read.vector.MapVector;
import io.firn.spark.read.vector.StructVector;
import io.firn.spark.read.vector.UuidVector;
import io.firn.types.Field;
import io.firn.types.ListType;
import io.firn.types.MapType;
import io.firn.types.SimpleType;
import io.firn.types.StructType;
import io.firn.types.Type;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.apache.parquet.schema.GroupType;
import org.apache.spark.sql.execution.vectorized.WritableColumnVector;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.vectorized.ColumnVector;

/**
 * Resolves a table's column against the type that a file stores it with: physical names for Spark's
 * reader, only the nested fields that are wanted, and wrappers for what the reader cannot do itself
 * (fields that the file lacks, uuids) or does a row at a time (strings of dictionaries). Promotions
 * are the reader's.
 */
final class StoredColumns {
  private final ParquetFields file;
  private final IdentityValues identityValues;
  private final Dictionaries dictionaries;

  StoredColumns(ParquetFields file, IdentityValues identityValues, Dictionaries dictionaries) {
    this.file = file;
    this.identityValues = identityValues;
    this.dictionaries = dictionaries;
  }

  /**
   * @throws ColumnMismatchException if the file's type cannot hold the column
   */
  StoredColumn resolve(Type wanted, org.apache.parquet.schema.Type stored, String path) {
    if (wanted instanceof StructType struct) {
      return resolveStruct(struct, group(stored, wanted, path), path);
    }
    if (wanted instanceof ListType list) {
      return resolveList(list, group(stored, wanted, path), path);
    }
    if (wanted instanceof MapType map) {
      return resolveMap(map, group(stored, wanted, path), path);
    }
    if (wanted == SimpleType.UUID) {
      return new StoredColumn(DataTypes.BinaryType, UuidVector::new);
    }
    if (wanted == SimpleType.STRING) {
      return new StoredColumn(DataTypes.StringType, dictionaries::texts);
    }
    return StoredColumn.asIs(StoredTypes.sparkType(wanted, path));
  }

  private StoredColumn resolveStruct(StructType wanted, GroupType stored, String path) {
    List<StructField> requested = new ArrayList<>();
    List<FieldPlan> plans = new ArrayList<>();
    boolean complete = true;
    for (Field field : wanted.fields()) {
      Optional<org.apache.parquet.schema.Type> found = file.find(stored, field.id());
      if (found.isPresent() && field.type() != SimpleType.UNKNOWN) {
        StoredColumn column = resolve(field.type(), found.get(), path + "." + field.name());
        plans.add(new FieldPlan(requested.size(), column.shape()));
        requested.add(optional(found.get().getName(), column.requested()));
        complete &= column.isAsIs();
      } else {
        plans.add(new FieldPlan(-1, absent(field, path)));
        complete = false;
      }
    }
    if (requested.isEmpty()) {
      requested.add(cheapest(stored));
      complete = false;
    }
    DataType requestedType = DataTypes.createStructType(requested);
    if (complete) {
      return StoredColumn.asIs(requestedType);
    }
    DataType type = StoredTypes.sparkType(wanted, path);
    return new StoredColumn(requestedType, vector -> struct(type, vector, plans));
  }

  private Shape absent(Field field, String path) {
    ColumnVector constant = identityValues.valueOfAbsent(field, path + "." + field.name());
    return vector -> constant;
  }

  private static ColumnVector struct(DataType type, ColumnVector vector, List<FieldPlan> plans) {
    List<ColumnVector> fields = new ArrayList<>();
    for (FieldPlan plan : plans) {
      ColumnVector child = plan.ordinal() < 0 ? vector : vector.getChild(plan.ordinal());
      fields.add(plan.shape().over(child));
    }
    return new StructVector(type, vector, fields);
  }

  /** A field that is read only because the nulls of the struct around it are wanted. */
  private StructField cheapest(GroupType stored) {
    Optional<org.apache.parquet.schema.Type> flat =
        stored.getFields().stream()
            .filter(
                f ->
                    f.isPrimitive()
                        && !f.isRepetition(org.apache.parquet.schema.Type.Repetition.REPEATED))
            .min(Comparator.comparing(f -> StoredTypes.width(f.asPrimitiveType())));
    org.apache.parquet.schema.Type field = flat.orElseGet(() -> stored.getType(0));
    return optional(field.getName(), whole(field));
  }

  /** A type that reads as little as possible of a field, whatever it is. */
  private DataType whole(org.apache.parquet.schema.Type field) {
    if (field.isPrimitive()) {
      return StoredTypes.natural(field.asPrimitiveType());
    }
    GroupType group = field.asGroupType();
    if (ParquetFields.isList(group)) {
      return DataTypes.createArrayType(whole(ParquetFields.element(group)));
    }
    if (ParquetFields.isMap(group)) {
      GroupType entry = group.getType(0).asGroupType();
      return DataTypes.createMapType(whole(entry.getType(0)), whole(entry.getType(1)));
    }
    return DataTypes.createStructType(List.of(cheapest(group)));
  }

  private StoredColumn resolveList(ListType wanted, GroupType stored, String path) {
    if (!ParquetFields.isList(stored)) {
      throw new ColumnMismatchException(path, wanted, stored);
    }
    StoredColumn element =
        resolve(wanted.elementType(), ParquetFields.element(stored), path + ".element");
    DataType requested = DataTypes.createArrayType(element.requested());
    if (element.isAsIs()) {
      return StoredColumn.asIs(requested);
    }
    DataType type = StoredTypes.sparkType(wanted, path);
    Shape shape =
        vector ->
            new ListVector(
                type, (WritableColumnVector) vector, element.shape().over(vector.getChild(0)));
    return new StoredColumn(requested, shape);
  }

  private StoredColumn resolveMap(MapType wanted, GroupType stored, String path) {
    boolean isMap =
        ParquetFields.isMap(stored)
            && !stored.getType(0).isPrimitive()
            && stored.getType(0).asGroupType().getFieldCount() == 2;
    if (!isMap) {
      throw new ColumnMismatchException(path, wanted, stored);
    }
    GroupType entry = stored.getType(0).asGroupType();
    StoredColumn key = resolve(wanted.keyType(), entry.getType(0), path + ".key");
    StoredColumn value = resolve(wanted.valueType(), entry.getType(1), path + ".value");
    DataType requested = DataTypes.createMapType(key.requested(), value.requested());
    if (key.isAsIs() && value.isAsIs()) {
      return StoredColumn.asIs(requested);
    }
    DataType type = StoredTypes.sparkType(wanted, path);
    Shape shape =
        vector ->
            new MapVector(
                type,
                (WritableColumnVector) vector,
                key.shape().over(vector.getChild(0)),
                value.shape().over(vector.getChild(1)));
    return new StoredColumn(requested, shape);
  }

  private static GroupType group(org.apache.parquet.schema.Type stored, Type wanted, String path) {
    if (stored.isPrimitive()) {
      throw new ColumnMismatchException(path, wanted, stored);
    }
    return stored.asGroupType();
  }

  private static StructField optional(String name, DataType type) {
    return DataTypes.createStructField(name, type, true);
  }

  /** A field of a struct: a child of the file's struct, or (ordinal -1) a constant. */
  private record FieldPlan(int ordinal, Shape shape) {}
}

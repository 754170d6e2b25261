package io.firn.spark.read.file;

import io.firn.scan.FileChange;
import io.firn.spark.convert.ChangeColumns;
import io.firn.spark.read.vector.ConstantVectors;
import io.firn.spark.read.vector.EitherTextVector;
import io.firn.spark.read.vector.InheritedLongVector;
import io.firn.spark.read.vector.StructVector;
import io.firn.types.Field;
import io.firn.types.ReservedFields;
import io.firn.types.SimpleType;
import io.firn.types.StructType;
import io.firn.types.Type;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.vectorized.ColumnVector;

/**
 * How the columns of a scan are made from one data file: what to ask of Spark's Parquet reader, and
 * how to make each column of the result, and each key of an equality delete, of what it returns.
 */
final class FileProjection {

  /** Makes a column; called once a file. */
  interface ColumnPlan {
    ColumnVector build(FileVectors vectors);
  }

  private static final ColumnVector ZERO = ConstantVectors.ofCatalyst(DataTypes.LongType, 0L);

  private final FileFacts facts;
  private final ParquetFields file;
  private final Dictionaries dictionaries = new Dictionaries();
  private final StoredColumns columns;
  private final List<StructField> requested = new ArrayList<>();
  private final Map<Integer, ColumnPlan> plans = new HashMap<>();
  private boolean usesPositions;

  FileProjection(FileFacts facts, ParquetFields file, ReadColumns read) {
    this.facts = facts;
    this.file = file;
    this.columns = new StoredColumns(file, facts.identityValues(), dictionaries);
    for (Field field : read.fields()) {
      plans.put(field.id(), planColumn(field));
    }
  }

  /** Stored columns to read, by their names in the file. */
  List<StructField> requested() {
    return List.copyOf(requested);
  }

  /** To be told of each row group that is read for the columns. */
  Dictionaries dictionaries() {
    return dictionaries;
  }

  /** Whether a column that was planned so far needs the rows' positions. */
  boolean usesPositions() {
    return usesPositions;
  }

  /** The plan of a column of the result; {@code read} is the column as wide as it is read. */
  ColumnPlan output(Field wanted, ReadColumns read) {
    if (ReadColumns.isMetadataColumn(wanted)) {
      return planMetadataColumn(wanted);
    }
    ColumnPlan plan = java.util.Objects.requireNonNull(plans.get(wanted.id()));
    Type readType = read.field(wanted.id()).type();
    if (readType.equals(wanted.type())) {
      return plan;
    }
    return vectors -> narrow(plan.build(vectors), readType, wanted.type(), wanted.name());
  }

  /** The plan of a key; {@code path} leads from the top-level column down to it. */
  ColumnPlan key(List<Field> path, ReadColumns read) {
    ColumnPlan plan = java.util.Objects.requireNonNull(plans.get(path.get(0).id()));
    Field root = read.field(path.get(0).id());
    return vectors -> descend(plan.build(vectors), root, path);
  }

  private ColumnPlan planColumn(Field field) {
    Optional<org.apache.parquet.schema.Type> stored = file.find(file.schema(), field.id());
    boolean absent = stored.isEmpty() || field.type() == SimpleType.UNKNOWN;
    if (absent || facts.identityValues().has(field.id())) {
      ColumnVector constant = facts.identityValues().valueOfAbsent(field, field.name());
      return vectors -> constant;
    }
    StoredColumn column = columns.resolve(field.type(), stored.get(), field.name());
    int ordinal = request(stored.get().getName(), column.requested());
    return vectors -> column.shape().over(vectors.stored().get(ordinal));
  }

  private int request(String name, DataType type) {
    requested.add(DataTypes.createStructField(name, type, true));
    return requested.size() - 1;
  }

  private ColumnPlan planMetadataColumn(Field field) {
    return switch (field.id()) {
      case ReservedFields.FILE_ID -> constant(field, facts.location());
      case ReservedFields.SPEC_ID_ID -> constant(field, facts.specId());
      case ReservedFields.PARTITION_ID -> constant(field, facts.partition());
      case ReservedFields.POS_ID -> {
        usesPositions = true;
        yield FileVectors::positions;
      }
      case ReservedFields.DELETED_ID -> FileVectors::deleted;
      case ReservedFields.ROW_ID_ID -> rowId(field);
      case ReservedFields.LAST_UPDATED_SEQUENCE_NUMBER_ID -> lastUpdated(field);
      case ReservedFields.CHANGE_TYPE_ID -> changeType(field);
      case ReservedFields.CHANGE_ORDINAL_ID -> constant(field, change().ordinal());
      case ReservedFields.COMMIT_SNAPSHOT_ID_ID -> constant(field, change().snapshotId());
      default -> throw new IllegalArgumentException("No such metadata column: " + field);
    };
  }

  private static ColumnPlan constant(Field field, Object value) {
    DataType type = StoredTypes.sparkType(field.type(), field.name());
    ColumnVector vector = ConstantVectors.of(field.type(), type, value);
    return vectors -> vector;
  }

  private ColumnPlan changeType(Field field) {
    return switch (change().kind()) {
      case ADDED -> constant(field, ChangeColumns.INSERT);
      case REMOVED -> constant(field, ChangeColumns.DELETE);
      case OTHER_DELETES ->
          vectors ->
              new EitherTextVector(vectors.back(), ChangeColumns.INSERT, ChangeColumns.DELETE);
    };
  }

  private FileChange change() {
    return facts
        .change()
        .orElseThrow(() -> new IllegalStateException(facts.location() + " is no change"));
  }

  private ColumnPlan rowId(Field field) {
    OptionalLong first = facts.firstRowId();
    if (first.isEmpty()) {
      return nullLongs();
    }
    usesPositions = true;
    ColumnPlan stored = storedLongs(field);
    return vectors ->
        new InheritedLongVector(stored.build(vectors), first.getAsLong(), vectors.positions());
  }

  private ColumnPlan lastUpdated(Field field) {
    if (facts.firstRowId().isEmpty()) {
      return nullLongs();
    }
    ColumnPlan stored = storedLongs(field);
    return vectors -> new InheritedLongVector(stored.build(vectors), facts.sequenceNumber(), ZERO);
  }

  private ColumnPlan storedLongs(Field field) {
    Optional<org.apache.parquet.schema.Type> stored = file.find(file.schema(), field.id());
    if (stored.isEmpty()) {
      return nullLongs();
    }
    int ordinal = request(stored.get().getName(), DataTypes.LongType);
    return vectors -> vectors.stored().get(ordinal);
  }

  private static ColumnPlan nullLongs() {
    ColumnVector nulls = ConstantVectors.nulls(DataTypes.LongType);
    return vectors -> nulls;
  }

  private static ColumnVector narrow(ColumnVector vector, Type read, Type wanted, String path) {
    if (read.equals(wanted)) {
      return vector;
    }
    StructType readStruct = (StructType) read;
    StructType wantedStruct = (StructType) wanted;
    List<ColumnVector> fields = new ArrayList<>();
    for (Field field : wantedStruct.fields()) {
      int ordinal = ordinal(readStruct.fields(), field.id());
      Type readType = readStruct.fields().get(ordinal).type();
      String fieldPath = path + "." + field.name();
      fields.add(narrow(vector.getChild(ordinal), readType, field.type(), fieldPath));
    }
    return new StructVector(StoredTypes.sparkType(wanted, path), vector, fields);
  }

  private static ColumnVector descend(ColumnVector root, Field rootField, List<Field> path) {
    ColumnVector vector = root;
    Field field = rootField;
    for (Field next : path.subList(1, path.size())) {
      StructType struct = (StructType) field.type();
      int ordinal = ordinal(struct.fields(), next.id());
      vector = vector.getChild(ordinal);
      field = struct.fields().get(ordinal);
    }
    return vector;
  }

  /** The position of the field with that id. */
  static int ordinal(List<Field> fields, int id) {
    for (int i = 0; i < fields.size(); i++) {
      if (fields.get(i).id() == id) {
        return i;
      }
    }
    throw new IllegalArgumentException("No field " + id + " in " + fields);
  }
}

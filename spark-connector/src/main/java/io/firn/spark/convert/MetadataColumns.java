package io.firn.spark.convert;

import io.firn.model.TableMetadata;
import io.firn.partition.PartitionUnion;
import io.firn.types.Field;
import io.firn.types.ReservedFields;
import io.firn.types.SchemaUnion;
import io.firn.types.SimpleType;
import io.firn.types.StructType;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.spark.sql.connector.catalog.MetadataColumn;
import org.apache.spark.sql.types.DataType;

/**
 * The columns that every table has besides its own: where a row is, and where it comes from. Row
 * lineage is there from format version 3 on.
 */
public final class MetadataColumns {
  public static final Field FILE =
      Field.required(ReservedFields.FILE_ID, "_file", SimpleType.STRING);
  public static final Field POS = Field.required(ReservedFields.POS_ID, "_pos", SimpleType.LONG);
  public static final Field DELETED =
      Field.required(ReservedFields.DELETED_ID, "_deleted", SimpleType.BOOLEAN);
  public static final Field SPEC_ID =
      Field.optional(ReservedFields.SPEC_ID_ID, "_spec_id", SimpleType.INT);
  public static final String PARTITION = "_partition";

  private static final Set<String> ALL_NAMES =
      Set.of(
          SPEC_ID.name(),
          PARTITION,
          FILE.name(),
          POS.name(),
          DELETED.name(),
          ReservedFields.ROW_ID.name(),
          ReservedFields.LAST_UPDATED_SEQUENCE_NUMBER.name());

  private MetadataColumns() {}

  /** The union of all partitions that the table's specs describe. */
  public static PartitionUnion partitionUnion(TableMetadata metadata) {
    return PartitionUnion.of(SchemaUnion.of(metadata.schemas()), metadata.partitionSpecs());
  }

  /** The metadata columns of a table, as fields with reserved ids. */
  public static List<Field> fields(int formatVersion, PartitionUnion partitions) {
    List<Field> fields = new ArrayList<>();
    fields.add(SPEC_ID);
    fields.add(Field.optional(ReservedFields.PARTITION_ID, PARTITION, partitions.type()));
    fields.add(FILE);
    fields.add(POS);
    fields.add(DELETED);
    if (formatVersion >= 3) {
      fields.add(ReservedFields.ROW_ID);
      fields.add(ReservedFields.LAST_UPDATED_SEQUENCE_NUMBER);
    }
    return fields;
  }

  /** Whether a table that has no column of the name has a metadata column of it. */
  public static boolean isName(String name) {
    return ALL_NAMES.contains(name);
  }

  /** A table's columns and its metadata columns; a column hides a metadata column of its name. */
  public static StructType withMetadata(StructType columns, List<Field> metadataFields) {
    List<Field> all = new ArrayList<>(columns.fields());
    Set<String> names = new HashSet<>();
    all.forEach(field -> names.add(field.name()));
    metadataFields.stream().filter(field -> names.add(field.name())).forEach(all::add);
    return new StructType(all);
  }

  /** The metadata columns as Spark asks a table for them. */
  public static MetadataColumn[] toSpark(TableMetadata metadata) {
    return fields(metadata.formatVersion(), partitionUnion(metadata)).stream()
        .map(Column::new)
        .toArray(MetadataColumn[]::new);
  }

  private record Column(Field field) implements MetadataColumn {

    @Override
    public String name() {
      return field.name();
    }

    @Override
    public DataType dataType() {
      return SparkTypes.toSpark(field.type(), field.name());
    }

    @Override
    public boolean isNullable() {
      return !field.required();
    }

    /**
     * A row keeps its id for life; the sequence number of its last change is cleared by each
     * change, so that it is inherited from the commit that makes it. {@code _deleted} is cleared
     * too: it tells a copy-on-write statement's writer which rows it carries over unchanged.
     */
    @Override
    @SuppressWarnings("NullAway") // Spark's own default is null
    public String metadataInJSON() {
      return switch (field.id()) {
        case ReservedFields.ROW_ID_ID -> preserved(true);
        case ReservedFields.LAST_UPDATED_SEQUENCE_NUMBER_ID -> preserved(false);
        case ReservedFields.DELETED_ID -> "{\"" + PRESERVE_ON_UPDATE + "\":false}";
        default -> null;
      };
    }

    private static String preserved(boolean whenChanged) {
      return "{\""
          + PRESERVE_ON_DELETE
          + "\":false,\""
          + PRESERVE_ON_UPDATE
          + "\":"
          + whenChanged
          + ",\""
          + PRESERVE_ON_REINSERT
          + "\":"
          + whenChanged
          + "}";
    }
  }
}

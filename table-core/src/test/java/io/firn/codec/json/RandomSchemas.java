package io.firn.codec.json;

import io.firn.codec.oracle.RandomValues;
import io.firn.codec.oracle.TestTables;
import io.firn.model.SortField;
import io.firn.model.SortOrder;
import io.firn.partition.BucketTransform;
import io.firn.partition.IdentityTransform;
import io.firn.partition.PartitionField;
import io.firn.partition.PartitionSpec;
import io.firn.partition.TimeTransform;
import io.firn.partition.Transform;
import io.firn.partition.TruncateTransform;
import io.firn.partition.VoidTransform;
import io.firn.types.Field;
import io.firn.types.GeographyType;
import io.firn.types.GeometryType;
import io.firn.types.ListType;
import io.firn.types.MapType;
import io.firn.types.PrimitiveType;
import io.firn.types.Schema;
import io.firn.types.SimpleType;
import io.firn.types.StructType;
import io.firn.types.Type;
import io.firn.types.VariantType;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;

/** Random schemas, specs and sort orders that Iceberg accepts, too. */
public final class RandomSchemas {
  private static final List<Transform> TRANSFORMS =
      List.of(
          IdentityTransform.IDENTITY,
          new BucketTransform(16),
          new TruncateTransform(4),
          TimeTransform.YEAR,
          TimeTransform.MONTH,
          TimeTransform.DAY,
          TimeTransform.HOUR,
          VoidTransform.VOID);

  private final RandomValues values;
  private final Random random;
  private final int formatVersion;
  private int lastId;

  public RandomSchemas(long seed, int formatVersion) {
    this.values = new RandomValues(seed);
    this.random = values.random();
    this.formatVersion = formatVersion;
  }

  public Random random() {
    return random;
  }

  /** A schema with ids from {@code firstId} on. */
  public Schema schema(int firstId) {
    lastId = firstId - 1;
    StructType struct = struct(2 + random.nextInt(6), 0);
    Set<Integer> identifiers = new HashSet<>();
    for (Field field : struct.fields()) {
      boolean eligible =
          field.required()
              && field.type() instanceof SimpleType type
              && type != SimpleType.FLOAT
              && type != SimpleType.DOUBLE
              && type != SimpleType.UNKNOWN;
      if (eligible && random.nextInt(3) == 0) {
        identifiers.add(field.id());
      }
    }
    return new Schema(0, struct, identifiers);
  }

  /** The same schema with one more column. */
  public Schema grown(Schema schema, int id) {
    List<Field> fields = new ArrayList<>(schema.fields());
    lastId = id - 1;
    fields.add(random.nextInt(fields.size() + 1), field("c" + id, 1));
    return new Schema(0, new StructType(fields), schema.identifierFieldIds());
  }

  private StructType struct(int size, int depth) {
    List<Field> fields = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      fields.add(field("f" + i + (random.nextInt(8) == 0 ? "_é 漢" : ""), depth));
    }
    return new StructType(fields);
  }

  private Field field(String name, int depth) {
    int id = ++lastId;
    Type type = type(depth);
    boolean required = type != SimpleType.UNKNOWN && random.nextInt(3) == 0;
    Field field = new Field(id, name, required, type);
    if (random.nextInt(5) == 0) {
      field = field.withDoc(Optional.of("doc of \"" + name + "\""));
    }
    if (formatVersion >= 3 && random.nextInt(2) == 0) {
      field = field.withInitialDefault(defaultOf(type)).withWriteDefault(defaultOf(type));
    }
    return field;
  }

  private Optional<Object> defaultOf(Type type) {
    boolean none =
        !(type instanceof PrimitiveType)
            || type == SimpleType.UNKNOWN
            || type instanceof GeometryType
            || type instanceof GeographyType;
    if (none) {
      return Optional.empty();
    }
    Object value = values.value(type);
    boolean finite =
        !(value instanceof Float f && !Float.isFinite(f))
            && !(value instanceof Double d && !Double.isFinite(d));
    return finite ? Optional.of(value) : Optional.empty();
  }

  private Type type(int depth) {
    int kind = random.nextInt(depth >= 3 ? 7 : 10);
    if (kind == 7) {
      return struct(1 + random.nextInt(3), depth + 1);
    }
    if (kind == 8) {
      int elementId = ++lastId;
      Type element = type(depth + 1);
      boolean required = element != SimpleType.UNKNOWN && random.nextBoolean();
      return new ListType(elementId, required, element);
    }
    if (kind == 9) {
      int keyId = ++lastId;
      int valueId = ++lastId;
      Type value = type(depth + 1);
      return new MapType(
          keyId,
          SimpleType.STRING,
          valueId,
          value != SimpleType.UNKNOWN && random.nextBoolean(),
          value);
    }
    return primitive();
  }

  private Type primitive() {
    List<Type> types = new ArrayList<>(TestTables.primitives(formatVersion));
    if (formatVersion >= 3) {
      types.add(SimpleType.TIMESTAMP_NS);
      types.add(SimpleType.TIMESTAMPTZ_NS);
      types.add(SimpleType.UNKNOWN);
      types.add(VariantType.VARIANT);
      types.add(new GeometryType(GeometryType.DEFAULT_CRS));
      types.add(new GeometryType("srid:3857"));
      types.add(new GeographyType(GeometryType.DEFAULT_CRS, "spherical"));
      types.add(new GeographyType("EPSG:4326", "karney"));
    }
    return types.get(random.nextInt(types.size()));
  }

  /** Columns that may be sources: primitive, and in structs only. */
  private List<Field> sources(Schema schema) {
    List<Field> result = new ArrayList<>();
    addSources(schema.struct(), result);
    return result;
  }

  private static void addSources(StructType struct, List<Field> result) {
    for (Field field : struct.fields()) {
      if (field.type() instanceof StructType nested) {
        addSources(nested, result);
      } else if (field.type() instanceof PrimitiveType && field.type() != SimpleType.UNKNOWN) {
        result.add(field);
      }
    }
  }

  public PartitionSpec spec(Schema schema, int specId, int firstFieldId) {
    List<PartitionField> fields = new ArrayList<>();
    for (Field source : sources(schema)) {
      Transform transform = TRANSFORMS.get(random.nextInt(TRANSFORMS.size()));
      boolean fits = fits(transform, source.type()) && transform != VoidTransform.VOID;
      if (fits && random.nextInt(3) == 0 && fields.size() < 4) {
        int fieldId = firstFieldId + fields.size();
        String name = "p" + fieldId;
        fields.add(new PartitionField(source.id(), fieldId, name, transform));
      }
    }
    return new PartitionSpec(specId, fields);
  }

  public SortOrder order(Schema schema, int orderId) {
    List<SortField> fields = new ArrayList<>();
    for (Field source : sources(schema)) {
      Transform transform = TRANSFORMS.get(random.nextInt(TRANSFORMS.size()));
      if (fits(transform, source.type()) && random.nextInt(3) == 0 && fields.size() < 3) {
        fields.add(
            new SortField(
                List.of(source.id()),
                transform,
                SortField.Direction.values()[random.nextInt(2)],
                SortField.NullOrder.values()[random.nextInt(2)]));
      }
    }
    return fields.isEmpty() ? SortOrder.unsorted() : new SortOrder(orderId, fields);
  }

  private static boolean fits(Transform transform, Type type) {
    return transform.canTransform(type)
        && !(type instanceof GeometryType)
        && !(type instanceof GeographyType);
  }
}

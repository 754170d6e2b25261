package io.firn.codec.parquet;

import io.firn.error.CorruptFileException;
import io.firn.error.UnsupportedFeatureException;
import io.firn.types.Field;
import io.firn.types.ListType;
import io.firn.types.MapType;
import io.firn.types.ReservedFields;
import io.firn.types.SimpleType;
import io.firn.types.StructType;
import io.firn.types.VariantType;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.parquet.schema.GroupType;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.PrimitiveType;
import org.apache.parquet.schema.Type;
import org.jspecify.annotations.Nullable;

/**
 * Which columns of a file are read for a schema, and how they become rows: fields are found by id on
 * every level.
 */
final class RowPlan {
  private final String location;
  private final MessageType columns;
  private final Part root;

  private RowPlan(String location, MessageType fileSchema, RowRequest request) {
    this.location = location;
    this.root =
        struct(request.schema().struct(), fileSchema, Optional.of(request.constants()), "");
    this.columns = new MessageType(fileSchema.getName(), root.type().asGroupType().getFields());
  }

  /** The file's schema must have ids, see {@link ParquetFieldIds}. */
  static RowPlan of(String location, MessageType fileSchema, RowRequest request) {
    return new RowPlan(location, fileSchema, request);
  }

  /** What is to be read of the file. */
  MessageType columns() {
    return columns;
  }

  /** A converter of whole rows. */
  Converters.Struct rows(Converters.Sink sink) {
    return (Converters.Struct) root.factory().to(sink);
  }

  /** A part of the file's schema that is read, and how. */
  private record Part(Type type, Converters.Factory factory) {}

  /** Constants stand in for missing columns of the top level only. */
  private Part struct(
      StructType wanted,
      GroupType stored,
      Optional<Map<Integer, Optional<Object>>> constants,
      String path) {
    @Nullable Object[] template = new @Nullable Object[wanted.fields().size()];
    List<Type> types = new ArrayList<>();
    List<Converters.Factory> factories = new ArrayList<>();
    List<Integer> positions = new ArrayList<>();
    for (int i = 0; i < template.length; i++) {
      Field field = wanted.fields().get(i);
      Optional<Type> found = child(stored, field.id());
      if (found.isPresent() && field.type() != SimpleType.UNKNOWN) {
        Part part = value(field, found.get(), path + field.name());
        types.add(part.type());
        factories.add(part.factory());
        positions.add(i);
      } else {
        template[i] = missing(field, constants, path);
      }
    }
    boolean onlyForPresence = types.isEmpty() && constants.isEmpty();
    if (onlyForPresence) {
      Type leaf = firstLeaf(stored.getType(0));
      types.add(leaf);
      factories.add(sink -> ignored(leaf));
    }
    int[] positionArray = positions.stream().mapToInt(Integer::intValue).toArray();
    Converters.Factory[] factoryArray = factories.toArray(Converters.Factory[]::new);
    GroupType type =
        types.isEmpty() ? new MessageType(stored.getName()) : stored.withNewFields(types);
    return new Part(
        type, sink -> new Converters.Struct(template, positionArray, factoryArray, sink));
  }

  private static Optional<Type> child(GroupType group, int id) {
    return group.getFields().stream()
        .filter(field -> field.getId() != null && field.getId().intValue() == id)
        .findFirst();
  }

  private @Nullable Object missing(
      Field field, Optional<Map<Integer, Optional<Object>>> constants, String path) {
    Optional<Object> constant = constants.map(map -> map.get(field.id())).orElse(Optional.empty());
    boolean isConstant = constants.isPresent() && constants.get().containsKey(field.id());
    if (isConstant) {
      return constant.orElse(null);
    }
    if (field.initialDefault().isEmpty()
        && field.required()
        && field.id() <= ReservedFields.MAX_USER_FIELD_ID) {
      throw new CorruptFileException(
          location,
          -1,
          "the required column "
              + path
              + field.name()
              + " (field id "
              + field.id()
              + ") is missing and has no default");
    }
    return field.initialDefault().orElse(null);
  }

  private Part value(Field field, Type stored, String path) {
    if (field.type() instanceof StructType struct) {
      return struct(struct, group(stored, field, path), Optional.empty(), path + ".");
    }
    if (field.type() instanceof ListType list) {
      return list(list, group(stored, field, path), field, path);
    }
    if (field.type() instanceof MapType map) {
      return map(map, group(stored, field, path), field, path);
    }
    if (field.type() == VariantType.VARIANT) {
      return variant(group(stored, field, path), path);
    }
    if (!stored.isPrimitive()) {
      throw unreadable(stored, field, path);
    }
    return new Part(stored, primitive(field, stored.asPrimitiveType(), path));
  }

  private GroupType group(Type stored, Field field, String path) {
    if (stored.isPrimitive() || stored.asGroupType().getFieldCount() == 0) {
      throw unreadable(stored, field, path);
    }
    return stored.asGroupType();
  }

  private Part list(ListType list, GroupType stored, Field field, String path) {
    Type repeated = stored.getType(0);
    if (stored.getFieldCount() != 1 || !repeated.isRepetition(Type.Repetition.REPEATED)) {
      throw unreadable(stored, field, path);
    }
    boolean wrapped = !ParquetNesting.isElement(stored, repeated);
    Type elementType = wrapped ? repeated.asGroupType().getType(0) : repeated;
    Part element = value(list.element(), elementType, path + ".element");
    Type read = wrapped ? repeated.asGroupType().withNewFields(element.type()) : element.type();
    return new Part(
        stored.withNewFields(read), Converters.list(element.factory(), wrapped));
  }

  private Part map(MapType map, GroupType stored, Field field, String path) {
    Type repeated = stored.getType(0);
    if (stored.getFieldCount() != 1
        || !repeated.isRepetition(Type.Repetition.REPEATED)
        || repeated.isPrimitive()
        || repeated.asGroupType().getFieldCount() != 2) {
      throw unreadable(stored, field, path);
    }
    GroupType entry = repeated.asGroupType();
    Part key = value(map.key(), entry.getType(0), path + ".key");
    Part value = value(map.value(), entry.getType(1), path + ".value");
    return new Part(
        stored.withNewFields(entry.withNewFields(key.type(), value.type())),
        Converters.map(key.factory(), value.factory()));
  }

  /** A struct value of the bytes of metadata and value. */
  private Part variant(GroupType stored, String path) {
    boolean plain =
        stored.getFieldCount() == 2
            && stored.containsField("metadata")
            && stored.containsField("value");
    if (!plain) {
      throw new UnsupportedFeatureException(
          "Cannot read column "
              + path
              + " of "
              + location
              + ": shredded variants are not supported here");
    }
    Converters.Factory bytes =
        sink -> new Converters.Binaries(v -> java.nio.ByteBuffer.wrap(v.getBytes()), sink);
    int[] positions = {
      stored.getFieldIndex("metadata") == 0 ? 0 : 1, stored.getFieldIndex("value") == 1 ? 1 : 0
    };
    return new Part(
        stored,
        sink ->
            new Converters.Struct(
                new @Nullable Object[2],
                positions,
                new Converters.Factory[] {bytes, bytes},
                sink));
  }

  private Converters.Factory primitive(Field field, PrimitiveType stored, String path) {
    Optional<Converters.Factory> factory =
        switch (stored.getPrimitiveTypeName()) {
          case BOOLEAN ->
              field.type() == SimpleType.BOOLEAN
                  ? Optional.of(Converters.Booleans::new)
                  : Optional.empty();
          case FLOAT ->
              field.type() == SimpleType.FLOAT
                  ? Optional.of(Converters.Floats::new)
                  : doubles(field);
          case DOUBLE -> doubles(field);
          case INT32, INT64 ->
              ValueConverters.ofNumber(stored, field.type())
                  .map(convert -> sink -> new Converters.Numbers(convert, sink));
          case BINARY, FIXED_LEN_BYTE_ARRAY, INT96 ->
              ValueConverters.ofBinary(stored, field.type())
                  .map(convert -> sink -> new Converters.Binaries(convert, sink));
        };
    return factory.orElseThrow(() -> unreadable(stored, field, path));
  }

  private static Optional<Converters.Factory> doubles(Field field) {
    return field.type() == SimpleType.DOUBLE
        ? Optional.of(Converters.Doubles::new)
        : Optional.empty();
  }

  private static Type firstLeaf(Type type) {
    if (type.isPrimitive()) {
      return type;
    }
    GroupType group = type.asGroupType();
    return group.withNewFields(firstLeaf(group.getType(0)));
  }

  private static org.apache.parquet.io.api.Converter ignored(Type leaf) {
    return leaf.isPrimitive()
        ? new Converters.Ignored()
        : new Converters.IgnoredGroup(ignored(leaf.asGroupType().getType(0)));
  }

  private CorruptFileException unreadable(Type stored, Field field, String path) {
    return new CorruptFileException(
        location,
        -1,
        "column "
            + path
            + " (field id "
            + field.id()
            + ") is stored as \""
            + stored.toString().trim()
            + "\", which cannot be read as "
            + field.type());
  }
}

package io.firn.procedures.args;

import io.firn.error.InvalidInputException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.util.ArrayData;
import org.apache.spark.sql.catalyst.util.MapData;
import org.apache.spark.sql.connector.catalog.procedures.ProcedureParameter;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/** The parameters of a procedure in their order, and the reading of what a CALL passes for them. */
public final class Parameters {
  private static final DataType STRINGS =
      DataTypes.createMapType(DataTypes.StringType, DataTypes.StringType);

  private final String procedure;
  private final List<ProcedureParameter> parameters;

  private Parameters(String procedure, List<ProcedureParameter> parameters) {
    this.procedure = procedure;
    this.parameters = List.copyOf(parameters);
  }

  public static Parameters of(String procedure, ProcedureParameter... parameters) {
    return new Parameters(procedure, List.of(parameters));
  }

  /** The name of the procedure that has them. */
  public String procedure() {
    return procedure;
  }

  /** A string that must be given. */
  public static ProcedureParameter requiredString(String name, String comment) {
    return ProcedureParameter.in(name, DataTypes.StringType).comment(comment).build();
  }

  /** A bigint that must be given. */
  public static ProcedureParameter requiredLong(String name, String comment) {
    return ProcedureParameter.in(name, DataTypes.LongType).comment(comment).build();
  }

  /** A timestamp that must be given. */
  public static ProcedureParameter requiredTimestamp(String name, String comment) {
    return ProcedureParameter.in(name, DataTypes.TimestampType).comment(comment).build();
  }

  /** A bigint that may be left out. */
  public static ProcedureParameter optionalLong(String name, String comment) {
    return ProcedureParameter.in(name, DataTypes.LongType)
        .defaultValue("NULL")
        .comment(comment)
        .build();
  }

  /** A parameter of another type that may be left out. */
  public static ProcedureParameter optional(String name, DataType type, String comment) {
    return ProcedureParameter.in(name, type).defaultValue("NULL").comment(comment).build();
  }

  /** A string that may be left out. */
  public static ProcedureParameter optionalString(String name, String comment) {
    return ProcedureParameter.in(name, DataTypes.StringType)
        .defaultValue("NULL")
        .comment(comment)
        .build();
  }

  /** A map of strings that may be left out. */
  public static ProcedureParameter optionalMap(String name, String comment) {
    return ProcedureParameter.in(name, STRINGS).defaultValue("NULL").comment(comment).build();
  }

  /** How the procedure is called: {@code ancestors_of(table string, [snapshot_id bigint])}. */
  public String signature() {
    return parameters.stream()
        .map(
            p -> {
              String text = p.name() + " " + p.dataType().simpleString();
              return p.defaultValue() == null ? text : "[" + text + "]";
            })
        .collect(Collectors.joining(", ", procedure + "(", ")"));
  }

  /**
   * Refuses a call that does not fit the signature.
   *
   * @param arguments what Spark passes to {@code bind}: a field for each argument, those by name
   *     marked so
   */
  public void requireFits(StructType arguments) {
    Set<String> given = new HashSet<>();
    for (int i = 0; i < arguments.length(); i++) {
      StructField argument = arguments.fields()[i];
      boolean byName = argument.metadata().contains(ProcedureParameter.BY_NAME_METADATA_KEY);
      if (!byName && i >= parameters.size()) {
        throw misfit("it takes " + parameters.size() + " arguments, not " + arguments.length());
      }
      String name = byName ? argument.name() : parameters.get(i).name();
      if (parameters.stream().noneMatch(p -> p.name().equalsIgnoreCase(name))) {
        throw misfit("it has no parameter " + name);
      }
      if (!given.add(name.toLowerCase(Locale.ROOT))) {
        throw misfit("the argument " + name + " is given twice");
      }
    }
    for (ProcedureParameter parameter : parameters) {
      if (parameter.defaultValue() == null && !given.contains(parameter.name())) {
        throw misfit("the argument " + parameter.name() + " is missing");
      }
    }
  }

  /** What to throw for arguments that the procedure cannot be called with. */
  public InvalidInputException misfit(String why) {
    return new InvalidInputException(
        "Cannot call " + procedure + ": " + why + ". Call it as " + signature());
  }

  public ProcedureParameter[] toSpark() {
    return parameters.toArray(ProcedureParameter[]::new);
  }

  /**
   * The argument for a string parameter.
   *
   * @throws InvalidInputException if it is null or empty
   */
  public String string(InternalRow arguments, String name) {
    int position = position(name);
    String value = arguments.isNullAt(position) ? "" : arguments.getUTF8String(position).toString();
    if (value.isBlank()) {
      throw missing(name);
    }
    return value;
  }

  /**
   * The argument for a bigint parameter.
   *
   * @throws InvalidInputException if it is null
   */
  public long number(InternalRow arguments, String name) {
    int position = position(name);
    if (arguments.isNullAt(position)) {
      throw missing(name);
    }
    return arguments.getLong(position);
  }

  /**
   * The argument for a timestamp parameter, in milliseconds since the epoch.
   *
   * @throws InvalidInputException if it is null
   */
  public long timestampMillis(InternalRow arguments, String name) {
    return Math.floorDiv(number(arguments, name), 1000L);
  }

  /** The argument for an optional int; empty if it is null. */
  public OptionalInt optionalInt(InternalRow arguments, String name) {
    int position = position(name);
    return arguments.isNullAt(position)
        ? OptionalInt.empty()
        : OptionalInt.of(arguments.getInt(position));
  }

  /** The argument for an optional boolean; empty if it is null. */
  public Optional<Boolean> optionalBoolean(InternalRow arguments, String name) {
    int position = position(name);
    return arguments.isNullAt(position)
        ? Optional.empty()
        : Optional.of(arguments.getBoolean(position));
  }

  /**
   * The argument for an optional int that must be greater than 0, or what stands for null.
   *
   * @throws InvalidInputException if it is not
   */
  public int positive(InternalRow arguments, String name, int whenNull) {
    int value = optionalInt(arguments, name).orElse(whenNull);
    if (value < 1) {
      throw misfit(name + " should be larger than 0, value: " + value);
    }
    return value;
  }

  /** Whether the argument for an optional boolean is false; null is not. */
  public boolean isFalse(InternalRow arguments, String name) {
    int position = position(name);
    return !arguments.isNullAt(position) && !arguments.getBoolean(position);
  }

  /** Whether the argument for an optional boolean is true; null is not. */
  public boolean isTrue(InternalRow arguments, String name) {
    int position = position(name);
    return !arguments.isNullAt(position) && arguments.getBoolean(position);
  }

  /**
   * The argument for an optional array of bigint; empty if it is null.
   *
   * @throws InvalidInputException if an element is null
   */
  public Set<Long> optionalNumbers(InternalRow arguments, String name) {
    int position = position(name);
    Set<Long> numbers = new HashSet<>();
    if (arguments.isNullAt(position)) {
      return numbers;
    }
    ArrayData array = arguments.getArray(position);
    for (int i = 0; i < array.numElements(); i++) {
      if (array.isNullAt(i)) {
        throw misfit("an element of the argument " + name + " is null");
      }
      numbers.add(array.getLong(i));
    }
    return numbers;
  }

  /**
   * The argument for an optional array of strings; empty if it is null.
   *
   * @throws InvalidInputException if an element is null
   */
  public Optional<List<String>> optionalStrings(InternalRow arguments, String name) {
    int position = position(name);
    if (arguments.isNullAt(position)) {
      return Optional.empty();
    }
    List<String> strings = new ArrayList<>();
    ArrayData array = arguments.getArray(position);
    for (int i = 0; i < array.numElements(); i++) {
      if (array.isNullAt(i)) {
        throw misfit("an element of the argument " + name + " is null");
      }
      strings.add(array.getUTF8String(i).toString());
    }
    return Optional.of(strings);
  }

  /** The argument for an optional bigint; empty if it is null. */
  public OptionalLong optionalNumber(InternalRow arguments, String name) {
    int position = position(name);
    return arguments.isNullAt(position)
        ? OptionalLong.empty()
        : OptionalLong.of(arguments.getLong(position));
  }

  /** The argument for an optional string; empty if it is null. */
  public Optional<String> optionalString(InternalRow arguments, String name) {
    int position = position(name);
    return arguments.isNullAt(position)
        ? Optional.empty()
        : Optional.of(arguments.getUTF8String(position).toString());
  }

  /**
   * The argument for an optional map; empty if it is null.
   *
   * @throws InvalidInputException if a value is null
   */
  public Map<String, String> optionalMap(InternalRow arguments, String name) {
    int position = position(name);
    Map<String, String> entries = new TreeMap<>();
    if (arguments.isNullAt(position)) {
      return entries;
    }
    MapData map = arguments.getMap(position);
    for (int i = 0; i < map.numElements(); i++) {
      String key = map.keyArray().getUTF8String(i).toString();
      if (map.valueArray().isNullAt(i)) {
        throw new InvalidInputException(
            "Cannot call " + procedure + ": " + key + " of the argument " + name + " is null");
      }
      entries.put(key, map.valueArray().getUTF8String(i).toString());
    }
    return entries;
  }

  private InvalidInputException missing(String name) {
    return misfit("the argument " + name + " is null or empty");
  }

  private int position(String name) {
    for (int i = 0; i < parameters.size(); i++) {
      if (parameters.get(i).name().equals(name)) {
        return i;
      }
    }
    throw new IllegalArgumentException(procedure + " has no parameter " + name);
  }
}

package io.firn.procedures.args;

import io.firn.error.InvalidInputException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.util.MapData;
import org.apache.spark.sql.connector.catalog.procedures.ProcedureParameter;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;

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

  /** A string that must be given. */
  public static ProcedureParameter requiredString(String name, String comment) {
    return ProcedureParameter.in(name, DataTypes.StringType).comment(comment).build();
  }

  /** A bigint that must be given. */
  public static ProcedureParameter requiredLong(String name, String comment) {
    return ProcedureParameter.in(name, DataTypes.LongType).comment(comment).build();
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
    return new InvalidInputException(
        "Cannot call " + procedure + ": the argument " + name + " is null or empty");
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

package io.firn.spark.procedure;

import java.util.Map;
import org.apache.spark.SparkThrowable;

/**
 * There is no such procedure. Of the kind that Spark shows to the user as it is, where it hides
 * other failures to load a procedure.
 */
public final class UnknownProcedureException extends RuntimeException implements SparkThrowable {
  private static final long serialVersionUID = 1L;

  private final String name;

  public UnknownProcedureException(String name, String message) {
    super(message);
    this.name = name;
  }

  @Override
  public String getCondition() {
    return "ROUTINE_NOT_FOUND";
  }

  @Override
  public Map<String, String> getMessageParameters() {
    return Map.of("routineName", name);
  }
}

package io.firn.it.maintain;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.firn.error.InvalidInputException;
import io.firn.it.Lakes;
import io.firn.spark.procedure.SystemProcedures;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.spark.sql.connector.catalog.Identifier;
import org.apache.spark.sql.connector.catalog.ProcedureCatalog;
import org.apache.spark.sql.connector.catalog.procedures.ProcedureParameter;
import org.apache.spark.sql.connector.catalog.procedures.UnboundProcedure;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What Spark tells of all procedures, and how they are called wrong. */
class ProcedureListTest {

  static List<String> procedures() {
    return SystemProcedures.discover().names();
  }

  private static UnboundProcedure load(String catalog, String name) {
    ProcedureCatalog procedures =
        (ProcedureCatalog) Lakes.session().sessionState().catalogManager().catalog(catalog);
    return procedures.loadProcedure(Identifier.of(new String[] {"system"}, name));
  }

  private static List<String> parameters(UnboundProcedure procedure, StructType arguments) {
    List<String> texts = new ArrayList<>();
    for (ProcedureParameter parameter : procedure.bind(arguments).parameters()) {
      texts.add(
          parameter.name()
              + " "
              + parameter.dataType().catalogString()
              + (parameter.defaultValue() == null ? "" : " DEFAULT NULL"));
    }
    return texts;
  }

  /** Arguments for all parameters that Iceberg's procedure has. */
  private static StructType allArguments(String name) {
    StructType arguments = new StructType();
    for (ProcedureParameter parameter : load("ice", name).bind(arguments).parameters()) {
      arguments = arguments.add(parameter.name(), parameter.dataType());
    }
    return arguments;
  }

  private static Set<String> ofIceberg() {
    Set<String> names = new HashSet<>();
    for (Identifier procedure :
        ((ProcedureCatalog) Lakes.session().sessionState().catalogManager().catalog("ice"))
            .listProcedures(new String[] {"system"})) {
      names.add(procedure.name());
    }
    return names;
  }

  @Test
  void allAreListed() {
    List<String> expected =
        procedures().stream().map(name -> "[lake, [system], system, " + name + "]").toList();
    assertEquals(expected, Lakes.rows("SHOW PROCEDURES IN lake.system"));
    assertTrue(expected.size() >= 9, expected.toString());
  }

  @ParameterizedTest
  @MethodSource("procedures")
  void eachIsDescribedWithItsSignature(String name) {
    List<String> lines = Lakes.rows("DESCRIBE PROCEDURE lake.system." + name.toUpperCase());
    assertEquals("[Procedure:   " + name + "]", lines.get(0));
    assertTrue(
        lines.get(1).matches("\\[Description: \\S.+: " + name + "\\(\\w+ \\w+.*\\)]"),
        lines.toString());
  }

  @ParameterizedTest
  @MethodSource("procedures")
  void eachHasTheParametersThatIcebergsHas(String name) {
    if (!ofIceberg().contains(name)) {
      return;
    }
    StructType arguments = allArguments(name);
    assertEquals(
        parameters(load("ice", name), arguments), parameters(load("lake", name), arguments));
  }

  @ParameterizedTest
  @MethodSource("procedures")
  void eachTellsItsSignatureWhenItIsCalledWrong(String name) {
    assertMisfit(name, "nonsense => 1", "it has no parameter nonsense");
    assertMisfit(name, String.join(", ", Collections.nCopies(40, "NULL")), "arguments, not 40");
    if (!canBeCalledWithoutArguments(name)) {
      assertMisfit(name, "", " is missing");
    }
  }

  private static boolean canBeCalledWithoutArguments(String name) {
    try {
      load("lake", name).bind(new StructType());
      return true;
    } catch (InvalidInputException e) {
      return false;
    }
  }

  private static void assertMisfit(String name, String arguments, String why) {
    String call = "CALL lake.system." + name + "(" + arguments + ")";
    Exception e = assertThrows(Exception.class, () -> Lakes.sql(call), call);
    StringBuilder messages = new StringBuilder();
    for (Throwable t = e; t != null; t = t.getCause()) {
      messages.append(t.getMessage()).append('\n');
    }
    assertTrue(
        messages.indexOf(why) >= 0 && messages.indexOf("Call it as " + name + "(") >= 0,
        call + " says " + messages);
  }
}

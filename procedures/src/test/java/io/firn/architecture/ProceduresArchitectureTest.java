package io.firn.architecture;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.lang.ArchRule;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("architecture")
class ProceduresArchitectureTest {
  private static final Floors FLOORS =
      new Floors(
          "io.firn.procedures",
          List.of("args", "groups", "progress"),
          List.of("changelog", "compact", "delta", "deletes", "imports", "relocate", "sketch"),
          List.of(""));

  private static final JavaClasses MAIN = Conventions.mainClasses();

  @Test
  void aPackageUsesOnlyItsOwnFloorOrBelow() {
    FLOORS.rule().check(MAIN);
  }

  @Test
  void conventionsHold() {
    Conventions.check(MAIN);
  }

  @Test
  void filesAndMethodsStayWithinTheirBudget() throws Exception {
    assertEquals(List.of(), SourceBudget.excesses());
  }

  @Test
  void nothingDependsOnTheNamesThatUsersType() {
    check(noClasses().should().dependOnClassesThat(resideInAnyPackage("io.firn.spark")));
  }

  @Test
  void aProcedureTouchesNeitherStorageNorWireFormats() {
    check(
        noClasses()
            .should()
            .dependOnClassesThat(
                resideInAnyPackage(
                    "java.nio.file..",
                    "org.apache.hadoop.fs..",
                    "com.fasterxml.jackson..",
                    "org.apache.avro..",
                    "org.apache.parquet..")));
  }

  private void check(ArchRule rule) {
    rule.allowEmptyShould(true).check(MAIN);
  }
}

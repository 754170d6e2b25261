package io.firn.architecture;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.lang.ArchRule;
import io.firn.catalog.TableState;
import io.firn.catalog.TableStore;
import io.firn.commit.Sleeper;
import io.firn.model.TableChange;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("architecture")
class TableCoreArchitectureTest {
  private static final Floors FLOORS =
      new Floors(
          "io.firn",
          List.of("error", "types", "io", "io.memory", "io.local", "io.hadoop"),
          List.of("partition", "model", "expr", "deletes", "rowmap"),
          List.of(
              "codec.json",
              "codec.avro",
              "codec.puffin",
              "codec.parquet",
              "codec.parquet.columns",
              "codec.delta"),
          List.of("scan", "changelog", "history"),
          List.of(
              "conflict",
              "rebase",
              "operation",
              "operation.manifests",
              "operation.statistics",
              "catalog",
              "commit"),
          List.of(
              "catalog.hadoop",
              "catalog.jdbc",
              "catalog.rest",
              "catalog.hive",
              "table",
              "maintenance",
              "maintenance.deletes",
              "maintenance.orphans",
              "statistics",
              "imports",
              "relocate",
              "delta",
              "inspect"));

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
  void onlyCommitLoopsAndRetries() {
    check(
        noClasses()
            .that()
            .resideOutsideOfPackages("io.firn.commit..", "io.firn.catalog..")
            .should()
            .callMethod(TableStore.class, "swap", TableState.class, TableChange.class)
            .orShould()
            .callMethod(TableStore.class, "create", TableChange.class));
    check(
        noClasses()
            .that()
            .resideOutsideOfPackage("io.firn.commit..")
            .should()
            .dependOnClassesThat()
            .areAssignableTo(Sleeper.class)
            .orShould()
            .callMethod(Thread.class, "sleep", long.class));
  }

  @Test
  void onlyCatalogsSwapThePointer() {
    check(
        classes()
            .that()
            .areAssignableTo(TableStore.class)
            .should()
            .resideInAPackage("io.firn.catalog.."));
  }

  @Test
  void onlyCodecsKnowAWireFormat() {
    check(
        noClasses()
            .that()
            .resideOutsideOfPackage("io.firn.codec..")
            .should()
            .dependOnClassesThat(
                resideInAnyPackage(
                    "com.fasterxml.jackson..",
                    "org.apache.avro..",
                    "org.apache.parquet..",
                    "com.github.luben.zstd..",
                    "org.xerial.snappy..")));
  }

  @Test
  void onlyIoTouchesStorage() {
    check(
        noClasses()
            .that()
            .resideOutsideOfPackage("io.firn.io..")
            .should()
            .dependOnClassesThat(
                resideInAnyPackage(
                    "org.apache.hadoop.fs..", "java.nio.file..", "java.nio.channels.."))
            .orShould()
            .dependOnClassesThat()
            .haveNameMatching(
                "java\\.io\\.(File|RandomAccessFile|File(Input|Output)Stream|File(Reader|Writer))"));
  }

  @Test
  void theCoreKnowsNoEngineAndNoGuava() {
    check(
        noClasses()
            .should()
            .dependOnClassesThat(
                resideInAnyPackage(
                    "org.apache.spark..",
                    "scala..",
                    "com.google.common..",
                    "org.apache.iceberg..")));
  }

  private void check(ArchRule rule) {
    rule.allowEmptyShould(true).check(MAIN);
  }
}

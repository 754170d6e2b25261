package io.firn.architecture;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.lang.ArchRule;
import io.firn.catalog.TableState;
import io.firn.catalog.TableStore;
import io.firn.model.TableChange;
import java.util.List;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.util.ArrayData;
import org.apache.spark.sql.catalyst.util.MapData;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("architecture")
class SparkConnectorArchitectureTest {
  private static final Floors FLOORS =
      new Floors(
          "io.firn.spark",
          List.of("convert", "conf", "wire"),
          List.of("read", "read.file", "read.vector", "write", "rewrite", "function", "keys"),
          List.of("rowlevel", "stream", "metadata"),
          List.of("procedure", "catalog", "session", "sql", "ddl"),
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
  void onlyTheCoreSwapsAndRetries() {
    check(
        noClasses()
            .should()
            .callMethod(TableStore.class, "swap", TableState.class, TableChange.class)
            .orShould()
            .callMethod(TableStore.class, "create", TableChange.class)
            .orShould()
            .implement(TableStore.class)
            .orShould()
            .callMethod(Thread.class, "sleep", long.class));
  }

  /** Spark's own Parquet reader and writer show parquet-java's types to those who drive them. */
  @Test
  void onlyReadAndWriteSeeAWireFormat() {
    check(
        noClasses()
            .should()
            .dependOnClassesThat(
                resideInAnyPackage("com.fasterxml.jackson..", "org.apache.avro..")));
    check(
        noClasses()
            .that()
            .resideOutsideOfPackages("io.firn.spark.read..", "io.firn.spark.write..")
            .should()
            .dependOnClassesThat(resideInAnyPackage("org.apache.parquet..")));
  }

  @Test
  void onlyTheCoresIoTouchesStorage() {
    check(
        noClasses()
            .should()
            .dependOnClassesThat(resideInAnyPackage("java.nio.file..", "java.nio.channels.."))
            .orShould()
            .dependOnClassesThat()
            .areAssignableTo("org.apache.hadoop.fs.FileSystem")
            .orShould()
            .dependOnClassesThat()
            .haveNameMatching(
                "java\\.io\\.(File|RandomAccessFile|File(Input|Output)Stream|File(Reader|Writer))"));
  }

  /**
   * One jar runs on Spark 4.1 and 4.2: what 4.2 changed in a binary incompatible way stays away.
   */
  @Test
  void onlyWhatSpark41And42ShareIsUsed() {
    check(
        noClasses()
            .should()
            .dependOnClassesThat()
            .haveNameMatching(
                "org\\.apache\\.spark\\.(sql\\.connector\\.catalog\\."
                    + "(View|ViewCatalog|ViewInfo|ViewChange|CatalogManager|CatalogV2Util|V2TableUtil"
                    + "|TableInfo\\$Builder)"
                    + "|unsafe\\.types\\.(GeographyVal|GeometryVal))"));
    check(
        noClasses()
            .should()
            .beAssignableTo(InternalRow.class)
            .orShould()
            .beAssignableTo(ArrayData.class)
            .orShould()
            .beAssignableTo(MapData.class));
  }

  private void check(ArchRule rule) {
    rule.allowEmptyShould(true).check(MAIN);
  }
}

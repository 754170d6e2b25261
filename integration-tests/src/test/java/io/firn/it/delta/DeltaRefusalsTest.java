package io.firn.it.delta;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What cannot be taken over leaves nothing behind. */
class DeltaRefusalsTest {

  @Test
  void vectorsNeedFormatVersionThree() {
    DeltaTwin twin = new DeltaTwin("v2");
    twin.run(
            "CREATE TABLE %T USING delta TBLPROPERTIES ('delta.enableDeletionVectors' = 'true') AS"
                + " SELECT id FROM range(0, 4, 1, 1)")
        .run("DELETE FROM %T WHERE id = 1");
    assertRefused(
        twin,
        ", properties => map('format-version', '2')",
        "with format version 2: it has deletion vectors, which need version 3");
    assertRefused(twin, ", properties => map('gc.enabled', 'true')", "cannot have true");
    assertRefused(twin, ", parallelism => 0", "parallelism should be larger than 0, value: 0");
    assertRefused(twin, ", location => '/elsewhere'", "in a hadoop catalog it can only be at");
  }

  @Test
  void aMissingFileIsNamed() throws IOException {
    DeltaTwin twin = new DeltaTwin("missing");
    twin.run("CREATE TABLE %T USING delta AS SELECT 1 AS id");
    Path file;
    try (Stream<Path> files = Files.list(twin.path())) {
      file = files.filter(p -> p.toString().endsWith(".parquet")).findFirst().orElseThrow();
    }
    Files.delete(file);
    assertRefused(twin, "", "its log names the file " + file + ", which does not exist");
  }

  @Test
  void variantsAreRefusedByTheirFeature() {
    DeltaTwin twin = new DeltaTwin("variants");
    twin.run("CREATE TABLE %T (v VARIANT) USING delta");
    assertRefused(twin, "", "it uses variantType");
  }

  @Test
  void whatIsNoDeltaTableIsNamed() {
    DeltaTwin twin = new DeltaTwin("nothing");
    assertRefused(twin, "", "Cannot find a Delta table at " + twin.path());
    DeltaLake.sql("CREATE TABLE default.plain (id INT) USING parquet");
    Throwable e =
        assertThrows(
            Throwable.class,
            () -> DeltaLake.sql("CALL lake.system.snapshot_delta('default.plain', 'delta.x')"));
    assertTrue(e.getMessage().contains("it is no Delta table, its provider is"), e::getMessage);
  }

  @Test
  void aPathMustBeAbsolute() {
    Throwable e =
        assertThrows(
            Throwable.class,
            () -> DeltaLake.sql("CALL lake.system.snapshot_delta('some/where', 'delta.x')"));
    assertTrue(e.getMessage().contains("some/where: give its absolute path"), e::getMessage);
  }

  private static void assertRefused(DeltaTwin twin, String more, String message) {
    Throwable e = assertThrows(Throwable.class, () -> twin.call("snapshot_delta", more));
    assertTrue(String.valueOf(e.getMessage()).contains(message), e::toString);
    assertEquals(List.of(), twin.firnFiles());
  }
}

package io.firn.spark42;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarFile;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.Test;

class RuntimeJarTest {
  @Test
  void theJarHoldsFirnsClassesAndNothingThatSparkShips() throws Exception {
    assertEquals(List.of(), foreignEntries(runtimeJar()));
  }

  @Test
  void sparkFindsTheDataSourceByItsShortName() throws Exception {
    try (JarFile jar = new JarFile(runtimeJar().toFile())) {
      ZipEntry services =
          jar.getEntry("META-INF/services/org.apache.spark.sql.sources.DataSourceRegister");
      String names = new String(jar.getInputStream(services).readAllBytes());
      assertEquals("io.firn.spark.FirnSource\nio.firn.spark.IcebergSource", names.strip());
    }
  }

  private static Path runtimeJar() throws URISyntaxException, ClassNotFoundException {
    Class<?> catalog = Class.forName("io.firn.spark.FirnCatalog");
    return Path.of(catalog.getProtectionDomain().getCodeSource().getLocation().toURI());
  }

  private static List<String> foreignEntries(Path file) throws IOException {
    try (JarFile jar = new JarFile(file.toFile())) {
      return jar.stream()
          .filter(entry -> !entry.isDirectory())
          .map(ZipEntry::getName)
          .filter(name -> !name.startsWith("io/firn/") && !name.startsWith("META-INF/"))
          .toList();
    }
  }
}

package io.firn.spark.catalog;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.firn.error.FirnException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;
import org.junit.jupiter.api.Test;

class CatalogSettingsTest {

  @Test
  void keysGoWhereTheyBelong() {
    CatalogSettings settings =
        parse(
            Map.of(
                "type", "jdbc",
                "uri", "jdbc:sqlite:x",
                "warehouse", "/w",
                "jdbc.user", "u",
                "hadoop.fs.s3a.Endpoint", "e",
                "table-default.write.format.default", "parquet",
                "table-override.gc.enabled", "false",
                "default-namespace", "a.b",
                "cache-enabled", "false",
                "use-nullable-query-schema", "false"));
    assertEquals(CatalogType.JDBC, settings.type());
    assertEquals(
        Map.of("uri", "jdbc:sqlite:x", "warehouse", "/w", "jdbc.user", "u"), settings.backend());
    assertEquals(Map.of("fs.s3a.Endpoint", "e"), settings.hadoop());
    assertEquals(Map.of("write.format.default", "parquet"), settings.tableDefaults());
    assertEquals(Map.of("gc.enabled", "false"), settings.tableOverrides());
    assertEquals(List.of("a", "b"), settings.defaultNamespace());
    assertFalse(settings.cacheEnabled());
    assertFalse(settings.nullableQuerySchema());
    assertEquals(30_000, settings.cacheExpirationMillis());
  }

  @Test
  void classesOfIcebergsOwnCatalogsStandForTypes() {
    CatalogSettings settings =
        parse(Map.of("catalog-impl", "org.apache.iceberg.hadoop.HadoopCatalog", "warehouse", "/w"));
    assertEquals(CatalogType.HADOOP, settings.type());
    assertTrue(settings.nullableQuerySchema());
  }

  @Test
  void wrongSettingsAreRefusedWithTheirName() {
    refused(
        "The catalog lake has no type: set spark.sql.catalog.lake.type to hadoop or jdbc",
        Map.of());
    refused(
        "Unknown type 'hdfs' of the catalog lake: spark.sql.catalog.lake.type can be hadoop or jdbc",
        Map.of("type", "hdfs"));
    refused(
        "The catalog lake has type rest, which is not supported yet: use hadoop or jdbc",
        Map.of("type", "rest"));
    refused(
        "Cannot create catalog lake, both type and catalog-impl are set: type=hadoop,"
            + " catalog-impl=a.B",
        Map.of("type", "hadoop", "catalog-impl", "a.B"));
    refused(
        "The catalog lake has catalog-impl a.B, which is not supported: set"
            + " spark.sql.catalog.lake.type to hadoop or jdbc instead",
        Map.of("catalog-impl", "a.B"));
    refused(
        "Unknown setting spark.sql.catalog.lake.warehous=/w of a catalog of type hadoop",
        Map.of("type", "hadoop", "warehous", "/w"));
    refused(
        "spark.sql.catalog.lake.io.manifest.other=true is not supported for a catalog of type hadoop",
        Map.of("type", "hadoop", "io.manifest.other", "true"));
    refused(
        "Invalid value 'maybe' of spark.sql.catalog.lake.io.manifest.cache-enabled: expected true"
            + " or false",
        Map.of("type", "hadoop", "io.manifest.cache-enabled", "maybe"));
    refused(
        "Unknown setting spark.sql.catalog.lake.uri=x of a catalog of type hadoop",
        Map.of("type", "hadoop", "uri", "x"));
    refused(
        "Invalid value 'no' of spark.sql.catalog.lake.cache-enabled: expected true or false",
        Map.of("type", "hadoop", "cache-enabled", "no"));
    refused(
        "spark.sql.catalog.lake.io-impl=a.B is not supported: files are read and written through"
            + " Hadoop's file systems (org.apache.iceberg.hadoop.HadoopFileIO)",
        Map.of("type", "hadoop", "io-impl", "a.B"));
  }

  @Test
  void manifestsAreKeptAcrossStatementsIfSomebodyWantsThat() {
    assertEquals(
        new CatalogSettings.ManifestCaching(false, 60_000, 104_857_600, 8_388_608),
        parse(Map.of("type", "hadoop")).manifestCaching());
    assertTrue(parse(Map.of("type", "hadoop")).manifestCaching().cache().isEmpty());
    Map<String, String> on = new HashMap<>();
    on.put("type", "hadoop");
    on.put("io.manifest.cache-enabled", "true");
    on.put("io.manifest.cache.expiration-interval-ms", "0");
    on.put("io.manifest.cache.max-total-bytes", "5");
    on.put("io.manifest.cache.max-content-length", "4");
    assertEquals(new CatalogSettings.ManifestCaching(true, 0, 5, 4), parse(on).manifestCaching());
    assertTrue(parse(on).manifestCaching().cache().isPresent());
    for (Map.Entry<String, String> off :
        Map.of("expiration-interval-ms", "-1", "max-total-bytes", "0", "max-content-length", "0")
            .entrySet()) {
      Map<String, String> settings = new HashMap<>(on);
      settings.put("io.manifest.cache." + off.getKey(), off.getValue());
      assertTrue(parse(settings).manifestCaching().cache().isEmpty(), off.getKey());
    }
  }

  private static void refused(String message, Map<String, String> options) {
    FirnException e = assertThrows(FirnException.class, () -> parse(options));
    assertEquals(message, e.getMessage());
  }

  private static CatalogSettings parse(Map<String, String> options) {
    return CatalogSettings.parse("lake", new CaseInsensitiveStringMap(options));
  }
}

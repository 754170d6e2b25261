package io.firn.maintenance.orphans;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.URI;
import java.util.Objects;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Locations in their parts, as Hadoop's paths see them, and many of them as hashes. */
final class FileAddressTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/a/b",
        "file:/a/b",
        "file:///a/b",
        "hdfs://nn:8020/a/b c/%20",
        "s3://bucket//a///b",
        "s3a://b-1.x/p=1%2F2/f#1?x",
        "/a:b/c",
        "//host/a"
      })
  void partsAreThoseOfAHadoopPath(String location) {
    URI uri = new Path(location).toUri();
    assertEquals(
        new FileAddress(
            Objects.requireNonNullElse(uri.getScheme(), ""),
            Objects.requireNonNullElse(uri.getAuthority(), ""),
            uri.getPath()),
        FileAddress.of(location));
  }

  @Test
  void aHundredThousandFilesAreToldApart() {
    ReachedFiles files = new ReachedFiles(EqualPrefixes.standard());
    for (int i = 0; i < 100_000; i++) {
      files.add("s3://bucket/t/data/" + i + ".parquet");
      files.add("s3n://bucket/t/data/" + i + ".parquet");
    }
    assertEquals(100_000, files.size());
    for (int i = 0; i < 100_000; i++) {
      assertTrue(files.contains("s3a://bucket/t/data/" + i + ".parquet"));
      assertFalse(files.contains("s3a://bucket/t/data/x" + i + ".parquet"));
      assertFalse(files.contains("s3a://other/t/data/" + i + ".parquet"));
    }
  }
}

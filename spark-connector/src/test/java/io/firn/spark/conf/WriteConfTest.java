package io.firn.spark.conf;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.firn.error.FirnException;
import io.firn.error.InvalidInputException;
import io.firn.operation.Isolation;
import io.firn.operation.SnapshotOptions.Publication;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.apache.spark.sql.connector.write.RowLevelOperation.Command;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;
import org.junit.jupiter.api.Test;

class WriteConfTest {

  @Test
  void defaultsApplyWhenNobodySaysAnything() {
    WriteConf conf = resolve(Optional.empty(), Map.of(), Map.of(), Map.of());
    assertEquals("main", conf.snapshotOptions().branch());
    assertEquals(536870912L, conf.files().targetFileSizeBytes());
    assertEquals(67108864L, conf.files().targetDeleteFileSizeBytes());
    assertEquals("gzip", conf.files().compressionCodec());
    assertEquals(OptionalInt.empty(), conf.files().compressionLevel());
    assertEquals(Optional.empty(), conf.distributionMode());
    assertEquals(Optional.empty(), conf.fanout());
    assertEquals(Optional.empty(), conf.isolation());
    assertEquals(DeleteGranularity.FILE, conf.deleteGranularity());
  }

  @Test
  void optionBeatsSessionBeatsTable() {
    Map<String, String> session = Map.of("spark.sql.iceberg.distribution-mode", "range");
    Map<String, String> table =
        Map.of("write.distribution-mode", "none", "write.parquet.compression-codec", "snappy");
    WriteConf conf = resolve(Optional.empty(), Map.of(), session, table);
    assertEquals(Optional.of(DistributionMode.RANGE), conf.distributionMode());
    assertEquals("snappy", conf.files().compressionCodec());
    WriteConf byOption =
        resolve(
            Optional.empty(),
            Map.of("distribution-mode", "HASH", "isolation-level", "snapshot"),
            session,
            table);
    assertEquals(Optional.of(DistributionMode.HASH), byOption.distributionMode());
    assertEquals(Optional.of(Isolation.SNAPSHOT), byOption.isolation());
  }

  @Test
  void branchComesFromNameOrOptionAndBothMustAgree() {
    assertEquals(
        "dev",
        resolve(Optional.of("dev"), Map.of(), Map.of(), Map.of()).snapshotOptions().branch());
    assertEquals(
        "dev",
        resolve(Optional.empty(), Map.of("branch", "dev"), Map.of(), Map.of())
            .snapshotOptions()
            .branch());
    assertMessage(
        "The table's name says branch 'dev' and option branch says 'prod': a write can go to one of"
            + " them",
        Optional.of("dev"),
        Map.of("branch", "prod"));
  }

  @Test
  void writeAuditPublishIdStagesTheSnapshot() {
    Map<String, String> table = Map.of("write.wap.enabled", "true");
    WriteConf staged = resolve(Optional.empty(), Map.of(), Map.of("spark.wap.id", "job-7"), table);
    assertEquals(Publication.STAGED, staged.snapshotOptions().publication());
    assertEquals("job-7", staged.snapshotOptions().summary().get("wap.id"));
    WriteConf branch =
        resolve(Optional.empty(), Map.of(), Map.of("spark.wap.branch", "audit"), table);
    assertEquals("audit", branch.snapshotOptions().branch());
    WriteConf off =
        resolve(Optional.empty(), Map.of(), Map.of("spark.wap.branch", "audit"), Map.of());
    assertEquals("main", off.snapshotOptions().branch());
    FirnException both =
        assertThrows(
            InvalidInputException.class,
            () ->
                resolve(
                    Optional.empty(),
                    Map.of(),
                    Map.of("spark.wap.branch", "audit", "spark.wap.id", "job-7"),
                    table));
    assertEquals(
        "The session sets both spark.wap.id=job-7 and spark.wap.branch=audit: a write can go to one"
            + " of them",
        both.getMessage());
  }

  @Test
  void snapshotPropertiesKeepTheirCaseAndOptionsWin() {
    WriteConf conf =
        resolve(
            Optional.empty(),
            Map.of("snapshot-property.Job", "option"),
            Map.of(
                "spark.sql.iceberg.snapshot-property.Job", "session",
                "spark.sql.iceberg.snapshot-property.team", "x"),
            Map.of());
    assertEquals(
        Map.of("Job", "option", "team", "x", "engine-name", "spark"),
        conf.snapshotOptions().summary());
  }

  @Test
  void whatCannotBeDoneIsRefused() {
    assertMessage(
        "Cannot write avro files (option write-format=avro): Firn writes data as Parquet; say"
            + " option write-format=parquet",
        Optional.empty(),
        Map.of("write-format", "avro"));
    assertMessage(
        "Invalid value 'sideways' of option distribution-mode: expected none, hash or range",
        Optional.empty(),
        Map.of("distribution-mode", "sideways"));
    assertMessage(
        "Cannot write with the read option snapshot-id=3. If it belongs to a read of the same table"
            + " in this statement, say VERSION AS OF or TIMESTAMP AS OF there",
        Optional.empty(),
        Map.of("snapshot-id", "3"));
  }

  @Test
  void unknownOptionIsRefused() {
    InvalidInputException e =
        assertThrows(
            InvalidInputException.class,
            () -> resolve(Optional.empty(), Map.of("fanout", "1"), Map.of(), Map.of()));
    assertTrue(
        e.getMessage().startsWith("Unknown write option fanout=1: the write options are "),
        e.getMessage());
  }

  @Test
  void rowLevelSettingsComeFromTableAndSession() {
    RowLevelConf conf =
        RowLevelConf.resolve(
            Command.MERGE,
            SessionSettings.of(Map.of("spark.sql.iceberg.distribution-mode", "none")),
            Map.of(
                "write.merge.mode", "merge-on-read",
                "write.merge.isolation-level", "snapshot",
                "write.delete.mode", "copy-on-write"));
    assertEquals(RowLevelMode.MERGE_ON_READ, conf.mode());
    assertEquals(Isolation.SNAPSHOT, conf.isolation());
    assertEquals(Optional.of(DistributionMode.NONE), conf.distributionMode());
    RowLevelConf delete =
        RowLevelConf.resolve(Command.DELETE, SessionSettings.of(Map.of()), Map.of());
    assertEquals(RowLevelMode.COPY_ON_WRITE, delete.mode());
    assertEquals(Isolation.SERIALIZABLE, delete.isolation());
  }

  private static void assertMessage(
      String expected, Optional<String> branch, Map<String, String> options) {
    FirnException e =
        assertThrows(FirnException.class, () -> resolve(branch, options, Map.of(), Map.of()));
    assertEquals(expected, e.getMessage());
  }

  private static WriteConf resolve(
      Optional<String> branch,
      Map<String, String> options,
      Map<String, String> session,
      Map<String, String> table) {
    return WriteConf.resolve(
        branch,
        new CaseInsensitiveStringMap(new HashMap<>(options)),
        SessionSettings.of(session),
        table,
        Map.of("engine-name", "spark"));
  }
}

package io.firn.codec.delta;

import static io.firn.codec.delta.LogFixture.METADATA;
import static io.firn.codec.delta.LogFixture.PROTOCOL;
import static io.firn.codec.delta.LogFixture.ROOT;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.firn.error.CorruptFileException;
import io.firn.error.FirnException;
import io.firn.error.NotFoundException;
import io.firn.error.UnsupportedFeatureException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class DeltaLogTest {
  private static final String CHECKPOINT =
      "00000000000000000002.checkpoint.3a0d65cd-4056-49b8-937b-95f9e3ee90e5.json";

  private final LogFixture log = new LogFixture();

  @Test
  void aCommitTellsWhatComesAndGoes() {
    log.commit(
            0,
            PROTOCOL,
            METADATA,
            "{'add':{'path':'p=a%2520b/f%20%C3%BC.parquet','size':7,'dataChange':true,"
                + "'partitionValues':{'p':'a b','q':null}}}")
        .commit(
            1,
            "{'commitInfo':{'operation':'OPTIMIZE'}}",
            "{'remove':{'path':'p=a%2520b/f%20%C3%BC.parquet','dataChange':false}}",
            "{'add':{'path':'s3://other/g.parquet','size':8,'dataChange':false,"
                + "'partitionValues':{}}}");
    List<DeltaCommit> commits = log.replay();
    String first = ROOT + "/p=a%20b/f ü.parquet";
    assertEquals(
        List.of(new DeltaFile(first, 7, Map.of("p", "a b"), true, Optional.empty())),
        commits.get(0).added());
    assertEquals(Set.of(first), commits.get(1).removed());
    assertEquals("s3://other/g.parquet", commits.get(1).added().get(0).location());
    assertEquals(false, commits.get(0).keepsData());
    assertEquals(true, commits.get(1).keepsData());
  }

  @Test
  void aFileOnTheSameStoreMayBeNamedByItsPathAlone() {
    assertEquals("s3://b/x/f", DeltaPath.resolve("s3://b/t", "/x/f"));
    assertEquals("file:/x/f", DeltaPath.resolve("file:/t", "/x/f"));
    assertEquals("/x/f", DeltaPath.resolve("/t", "/x/f"));
    assertEquals("file:/x/f g", DeltaPath.resolve("/t", "file:/x/f%20g"));
  }

  @Test
  void timesNeverGoBack() {
    log.commit(1, "{'commitInfo':{}}").commit(0, PROTOCOL, METADATA).commit(2, "{'commitInfo':{}}");
    assertEquals(List.of(2L, 3L, 4L), log.replay().stream().map(c -> c.timestampMillis()).toList());
  }

  @Test
  void timesInCommitsCountWhenTheTableSaysSo() {
    String enabled =
        METADATA.replace(
            "'configuration':{}", "'configuration':{'delta.enableInCommitTimestamps':'true'}");
    log.commit(0, "{'commitInfo':{'inCommitTimestamp':500}}", PROTOCOL, enabled)
        .commit(1, "{'commitInfo':{'inCommitTimestamp':900}}");
    assertEquals(List.of(500L, 900L), log.replay().stream().map(c -> c.timestampMillis()).toList());
  }

  @Test
  void aCheckpointStandsInForWhatWasCleanedUp() {
    log.commit(2, "{'add':{'path':'not-read','size':1,'partitionValues':{}}}")
        .file(
            CHECKPOINT,
            String.join(
                "\n",
                "{'checkpointMetadata':{'version':2}}",
                PROTOCOL,
                METADATA,
                "{'add':{'path':'f','size':7,'partitionValues':{}}}"))
        .commit(3, "{'remove':{'path':'f'}}");
    DeltaLog opened = log.open();
    assertEquals(2, opened.firstVersion());
    assertEquals(3, opened.latestVersion());
    List<DeltaCommit> commits = log.replay();
    assertEquals(ROOT + "/f", commits.get(0).added().get(0).location());
    assertEquals(1, commits.get(0).added().size());
    assertEquals(Set.of(ROOT + "/f"), commits.get(1).removed());
  }

  @Test
  void olderCommitsAreReadWhereAllAreThere() {
    log.commit(0, PROTOCOL, METADATA)
        .commit(1, "{'commitInfo':{}}")
        .commit(2, "{'commitInfo':{}}")
        .file(CHECKPOINT, PROTOCOL + "\n" + METADATA);
    assertEquals(0, log.open().firstVersion());
    assertEquals(3, log.replay().size());
  }

  @Test
  void aMissingCommitIsNamed() {
    log.commit(0, PROTOCOL, METADATA).commit(2, "{'commitInfo':{}}");
    assertMessage(
        CorruptFileException.class,
        "Corrupt file /lake/t/_delta_log: the commit of version 1 is missing, and there is no"
            + " complete checkpoint of it or of a later one");
  }

  @Test
  void anIncompleteCheckpointIsNone() {
    log.commit(3, "{'commitInfo':{}}")
        .file("00000000000000000002.checkpoint.0000000001.0000000002.parquet", "");
    assertMessage(
        CorruptFileException.class,
        "Corrupt file /lake/t/_delta_log: the commit of version 2 is missing, and there is no"
            + " complete checkpoint of it or of a later one");
  }

  @Test
  void aDirectoryWithoutLogIsNoTable() {
    assertMessage(
        NotFoundException.class,
        "Cannot find a Delta table at /lake/t: there is no log in /lake/t/_delta_log");
  }

  @Test
  void damagedCommitsAreCorrupt() {
    log.commit(0, PROTOCOL, METADATA).commit(1, "{'add':{'path':'f','size':");
    CorruptFileException cut = assertThrows(CorruptFileException.class, log::replay);
    assertEquals(ROOT + "/_delta_log/00000000000000000001.json", cut.location());
    LogFixture other = new LogFixture();
    other.commit(0, PROTOCOL, METADATA, "{'add':{'path':'f'}}");
    CorruptFileException incomplete = assertThrows(CorruptFileException.class, other::replay);
    assertTrue(incomplete.getMessage().contains("no number size in"), incomplete.getMessage());
  }

  @Test
  void aTableWithoutProtocolIsCorrupt() {
    log.commit(0, METADATA);
    assertMessage(
        CorruptFileException.class,
        "Corrupt file /lake/t/_delta_log: version 0 lacks the table's protocol or metadata");
  }

  @Test
  void unknownFeaturesAreNamed() {
    log.commit(
        0,
        "{'protocol':{'minReaderVersion':3,'minWriterVersion':7,'readerFeatures':"
            + "['variantType-preview','deletionVectors','futureFeature'],"
            + "'writerFeatures':['collations-preview','appendOnly']}}",
        METADATA);
    assertMessage(
        UnsupportedFeatureException.class,
        "Cannot read the Delta table /lake/t: it uses collations-preview, futureFeature,"
            + " variantType-preview. Supported are columnMapping, deletionVectors, timestampNtz,"
            + " typeWidening, typeWidening-preview, v2Checkpoint, vacuumProtocolCheck; drop the"
            + " other features in Delta (ALTER TABLE ... DROP FEATURE) before");
  }

  @Test
  void aNewerReaderVersionIsNamed() {
    log.commit(0, PROTOCOL.replace("Version':1", "Version':4"), METADATA);
    assertMessage(
        UnsupportedFeatureException.class,
        "Cannot read the Delta table /lake/t: it needs reader version 4, and supported are 1 to 3");
  }

  @Test
  void commitsThatAreElsewhereAreRefused() {
    log.commit(
        0,
        PROTOCOL,
        METADATA.replace(
            "'configuration':{}",
            "'configuration':{'delta.coordinatedCommits.commitCoordinator-preview':'x'}"));
    assertMessage(
        UnsupportedFeatureException.class,
        "Cannot read the Delta table /lake/t: its commits are elsewhere, see"
            + " delta.coordinatedCommits.commitCoordinator-preview");
  }

  private void assertMessage(Class<? extends FirnException> kind, String message) {
    assertEquals(message, assertThrows(kind, log::replay).getMessage());
  }
}

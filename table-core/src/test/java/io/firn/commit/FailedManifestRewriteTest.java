package io.firn.commit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.firn.error.FirnException;
import io.firn.operation.RewriteManifests;
import io.firn.operation.SnapshotOptions;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A rewrite of manifests that cannot be carried out leaves the table and the storage alone. */
final class FailedManifestRewriteTest {
  private static final RewriteManifests REWRITE =
      new RewriteManifests(SnapshotOptions.main(), OptionalInt.empty(), Optional.empty());

  private final CommitFixture table = new CommitFixture().withTable(Map.of());

  private void appendTwo() {
    table.committer.commit(table.store, CommitFixture.append("a"));
    table.committer.commit(table.store, CommitFixture.append("b"));
  }

  private void assertLeftAloneAndRepeated(Set<String> before) {
    assertThrows(FirnException.class, () -> table.committer.commit(table.store, REWRITE));
    assertEquals(before, table.metadataFiles());
    assertEquals(List.of("a", "b"), table.live());
    assertEquals(1, table.committer.commit(table.store, REWRITE).snapshotIds().size());
    assertEquals(List.of("a", "b"), table.live());
    assertEquals(before.size() + 2, table.metadataFiles().size());
  }

  @ParameterizedTest
  @ValueSource(strings = {"-m", "snap-"})
  void aFullDiskLeavesNoFiles(String namePart) {
    appendTwo();
    table.faults.diskFullAfter(100, location -> location.contains(namePart), 1);
    assertLeftAloneAndRepeated(table.metadataFiles());
  }

  @Test
  void aManifestThatCannotBeReadEndsIt() {
    appendTwo();
    table.faults.failReads(location -> location.contains("-m"), 1);
    assertLeftAloneAndRepeated(table.metadataFiles());
  }
}

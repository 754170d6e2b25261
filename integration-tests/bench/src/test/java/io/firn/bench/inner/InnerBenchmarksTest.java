package io.firn.bench.inner;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.firn.deletes.PositionSet;
import io.firn.rowmap.Translation;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Each benchmark does what its name says, once, without JMH around it. */
class InnerBenchmarksTest {

  @Test
  void rowMapsTranslateAndComeBackTheSame() {
    RowMaps maps = new RowMaps();
    maps.write();
    Translation translation = maps.rebase();
    long moved = translation.byTarget().values().stream().mapToLong(PositionSet::cardinality).sum();
    assertEquals(100_000, moved + translation.gaps().cardinality());
    assertEquals(maps.encode(), maps.encode());
    assertEquals(1000, maps.decode().runCount());
  }

  @Test
  void vectorsComeBackTheSame() {
    Vectors vectors = new Vectors();
    assertEquals(100_000, vectors.decode().cardinality());
    assertEquals(vectors.encode().length, vectors.encode().length);
  }

  @Test
  void positionDeletesComeBackTheSame() {
    PositionDeletes deletes = new PositionDeletes();
    deletes.write();
    assertEquals(deletes.encode(), deletes.encode());
    Map<String, PositionSet> read = deletes.decode();
    assertEquals(1, read.size());
    assertEquals(100_000, read.values().iterator().next().cardinality());
  }

  @Test
  void entriesAreReadAndOneFileInTenMatches() {
    FileMetrics metrics = new FileMetrics();
    assertEquals(1_000_000, metrics.decodeEntriesWithStats());
    assertEquals(1_000_000, metrics.decodeEntriesWithoutStats());
    assertEquals(100, metrics.evaluatePredicate());
  }
}

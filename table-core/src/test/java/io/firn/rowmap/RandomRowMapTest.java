package io.firn.rowmap;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.firn.deletes.PositionSet;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

final class RandomRowMapTest {

  @Test
  void everyRowIsFoundWhereItWasWritten() {
    for (long seed = 1; seed <= 60; seed++) {
      Random random = new Random(seed);
      RandomRowMaps.Rewrite rewrite =
          RandomRowMaps.rewrite(
              random, 1 + random.nextInt(5), 1 + random.nextInt(400), 1 + random.nextInt(4));
      SortedMap<String, PositionSet> images = new TreeMap<>();
      rewrite
          .map()
          .targets()
          .forEach(t -> images.put(t.path(), PositionSet.ofRange(0, t.recordCount())));
      for (int source = 0; source < rewrite.places().size(); source++) {
        RandomRowMaps.Place[] places = rewrite.places().get(source);
        String path = RandomRowMaps.source(source);
        PositionSet all = PositionSet.ofRange(0, places.length);
        Translation whole = expected(rewrite, places, all);
        assertEquals(whole, rewrite.map().translate(path, all), "seed " + seed);
        assertEquals(whole.byTarget(), rewrite.map().rowsOf(path), "seed " + seed);
        whole.byTarget().forEach((target, rows) -> images.get(target).removeAll(rows));
        PositionSet some = new PositionSet();
        for (int i = random.nextInt(places.length + 1); i > 0; i--) {
          some.add(random.nextInt(places.length));
        }
        assertEquals(
            expected(rewrite, places, some), rewrite.map().translate(path, some), "seed " + seed);
      }
      images.values().removeIf(PositionSet::isEmpty);
      assertEquals(images, rewrite.map().newImages(), "seed " + seed);
    }
  }

  private static Translation expected(
      RandomRowMaps.Rewrite rewrite, RandomRowMaps.Place[] places, PositionSet positions) {
    SortedMap<String, PositionSet> byTarget = new TreeMap<>();
    PositionSet gaps = new PositionSet();
    positions.forEach(
        position -> {
          RandomRowMaps.Place place = places[(int) position];
          if (place.target() < 0) {
            gaps.add(position);
          } else {
            byTarget
                .computeIfAbsent(rewrite.targets().get(place.target()), p -> new PositionSet())
                .add(place.position());
          }
        });
    return new Translation(byTarget, gaps);
  }
}

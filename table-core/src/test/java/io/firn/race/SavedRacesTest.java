package io.firn.race;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Histories that went wrong once, shrunk by {@code ./firn race}, add up. */
@ExtendWith(OneThread.class)
class SavedRacesTest {

  static Stream<Path> files() throws IOException {
    try (Stream<Path> files = Files.list(Path.of("src/test/resources/race"))) {
      return files.sorted().toList().stream();
    }
  }

  @ParameterizedTest
  @MethodSource("files")
  void savedHistoriesAddUp(Path file) throws IOException {
    RacePlan plan = RacePlan.parse(Files.readString(file));
    RowRace race = new RowRace(plan, plan.replay(), Mutation.NONE);
    race.run();
    Oracle.check(race);
    Race.compareWithIceberg(race);
  }
}

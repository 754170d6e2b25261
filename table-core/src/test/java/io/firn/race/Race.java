package io.firn.race;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;

/**
 * {@code ./firn race}: runs random histories on all processors until one does not add up, which it
 * then shrinks and saves. Arguments: first seed, number of histories, writers, directory for what
 * goes wrong.
 */
public final class Race {
  private static final int STATEMENTS_EACH = 3;
  private static final long REPORT_MILLIS = 10_000;

  /** Apache Iceberg's library reads the result of one history in so many. */
  private static final int ICEBERG_EVERY = 25;

  private final long firstSeed;
  private final long histories;
  private final int writers;
  private final PairMatrix matrix = new PairMatrix();
  private final AtomicLong next = new AtomicLong();
  private final AtomicLong comparedWithIceberg = new AtomicLong();
  private final AtomicReference<Wrong> wrong = new AtomicReference<>();

  Race(long firstSeed, long histories, int writers) {
    this.firstSeed = firstSeed;
    this.histories = histories;
    this.writers = writers;
  }

  /** A history that does not add up. */
  record Wrong(long seed, RacePlan plan, Throwable why) {}

  public static void main(String[] args) throws Exception {
    System.setProperty(OneThread.THREADS, "1");
    long seed = Long.parseLong(args[0]);
    Race race = new Race(seed, Long.parseLong(args[1]), Integer.parseInt(args[2]));
    long started = System.nanoTime();
    race.runOnAllProcessors(started);
    double seconds = (System.nanoTime() - started) / 1e9;
    System.out.printf(
        "%n%d histories with seeds %d to %d in %.0f s, %.1f a second; Apache Iceberg read %d of"
            + " the tables and agreed%n%n",
        race.matrix.histories(),
        seed,
        seed + race.matrix.histories() - 1,
        seconds,
        race.matrix.histories() / seconds,
        race.comparedWithIceberg.get());
    System.out.println(race.matrix.text());
    Optional<Wrong> wrong = Optional.ofNullable(race.wrong.get());
    if (wrong.isPresent()) {
      report(wrong.get(), Path.of(args[3]));
      System.exit(1);
    }
    System.out.println("No anomaly.");
  }

  private void runOnAllProcessors(long started) throws InterruptedException {
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < Runtime.getRuntime().availableProcessors(); i++) {
      Thread thread = new Thread(this::work, "race-" + i);
      thread.setDaemon(true);
      thread.start();
      threads.add(thread);
    }
    long lastTime = started;
    long lastCount = 0;
    for (Thread thread : threads) {
      while (thread.isAlive()) {
        thread.join(REPORT_MILLIS);
        long now = System.nanoTime();
        if (now - lastTime > REPORT_MILLIS * 900_000L) {
          long count = matrix.histories();
          System.out.printf(
              "%9d histories, %6.1f a second, to seed %d%n",
              count, (count - lastCount) * 1e9 / (now - lastTime), firstSeed + next.get() - 1);
          lastTime = now;
          lastCount = count;
        }
      }
    }
  }

  private void work() {
    while (wrong.get() == null) {
      long index = next.getAndIncrement();
      if (index >= histories) {
        return;
      }
      long seed = firstSeed + index;
      Optional<Wrong> found = run(seed, writers, Mutation.NONE, index % ICEBERG_EVERY == 0);
      found.ifPresent(w -> wrong.compareAndSet(null, w));
    }
  }

  private Optional<Wrong> run(long seed, int writerCount, Mutation mutation, boolean withIceberg) {
    RacePlan plan = RacePlan.of(seed, writerCount, STATEMENTS_EACH);
    Chance.Seeded chance = plan.chance(seed);
    RowRace race = new RowRace(plan, chance, mutation);
    try {
      race.run();
      Oracle.check(race);
      if (withIceberg) {
        compareWithIceberg(race);
        comparedWithIceberg.incrementAndGet();
      }
      matrix.add(race);
      return Optional.empty();
    } catch (Throwable e) {
      return Optional.of(new Wrong(seed, plan.with(chance), e));
    }
  }

  /** Runs the seeds one after the other; the first that goes wrong. */
  Optional<Wrong> firstWrong(Mutation mutation) {
    for (long index = 0; index < histories; index++) {
      boolean withIceberg = mutation == Mutation.NONE && index % ICEBERG_EVERY == 0;
      Optional<Wrong> found = run(firstSeed + index, writers, mutation, withIceberg);
      if (found.isPresent()) {
        return found;
      }
    }
    return Optional.empty();
  }

  PairMatrix matrix() {
    return matrix;
  }

  static void compareWithIceberg(RowRace race) {
    for (String branch : race.branches()) {
      if (race.history(branch).isEmpty()) {
        continue;
      }
      List<Row> ours =
          race.table.view(race.table.store.metadata(), branch, race.table.storage).rows().stream()
              .map(RaceTable.Placed::row)
              .toList();
      assertEquals(
          Oracle.sorted(IcebergRows.read(race.table.storage, race.table.store.metadata(), branch)),
          Oracle.sorted(ours),
          "Apache Iceberg reads other rows on " + branch);
    }
  }

  private static void report(Wrong wrong, Path directory) throws IOException {
    System.out.println("Seed " + wrong.seed() + " does not add up: " + wrong.why());
    wrong.why().printStackTrace(System.out);
    RacePlan small =
        Shrinker.fails(wrong.plan(), wrong.plan().replay(), Mutation.NONE)
            ? Shrinker.shrink(wrong.plan(), Mutation.NONE)
            : wrong.plan();
    Files.createDirectories(directory);
    Path file = directory.resolve("seed-" + wrong.seed() + ".race");
    Files.writeString(
        file, "# Seed " + wrong.seed() + ": " + firstLine(wrong.why()) + "\n" + small.text());
    RowRace again = new RowRace(small, small.replay(), Mutation.NONE);
    try {
      again.run();
      Oracle.check(again);
    } catch (Exception | AssertionError e) {
      System.out.println("\nShrunk: " + e.getMessage());
    }
    System.out.println(again.describe());
    System.out.println("Saved as " + file + "; SavedRacesTest runs all files of its directory.");
  }

  private static String firstLine(Throwable why) {
    return String.valueOf(why.getMessage()).lines().findFirst().orElse(why.toString());
  }
}

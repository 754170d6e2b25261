package io.firn.race;

import io.firn.model.SnapshotRef;
import io.firn.operation.Isolation;
import io.firn.race.Planned.Verb;
import io.firn.race.Planned.Way;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;

/**
 * A race before it is run: the table, the statements of each writer, and, once it was run, who
 * moved when and what happened to whom. As text it is a file of {@code src/test/resources/race}.
 *
 * @param upgraded written as version 2 at first
 * @param rebase whether commits may follow what landed. If not, whole files decide, and a DELETE by
 *     position can miss a row that an UPDATE moved, as in Apache Iceberg: no seed says so
 * @param branched whether there is a second branch, {@code b}
 * @param before what happens before the race
 * @param fine whether turns change before calls to the storage, too
 * @param turns the statements in the order in which they moved
 */
record RacePlan(
    int formatVersion,
    boolean upgraded,
    boolean partitioned,
    Isolation isolation,
    boolean rebase,
    boolean branched,
    List<Planned> before,
    List<List<Planned>> writers,
    boolean fine,
    List<Integer> turns,
    List<Trouble.At> troubles) {
  static final String BRANCH = "b";
  private static final int KEYS = 12;

  /** What the seed says, with chance still open. */
  static RacePlan of(long seed, int writerCount, int statementsEach) {
    Random random = new Random(seed * 0x9E3779B97F4A7C15L);
    int formatVersion = 2 + random.nextInt(2);
    boolean upgraded = formatVersion == 3 && random.nextInt(3) == 0;
    Isolation isolation = Isolation.values()[random.nextInt(Isolation.values().length)];
    boolean partitioned = random.nextInt(3) == 0;
    boolean branched = random.nextInt(5) == 0;
    boolean evolves = random.nextInt(5) == 0;
    Draw draw = new Draw(random, partitioned, branched, evolves);
    List<Planned> before = new ArrayList<>();
    before.add(draw.statement(Verb.INSERT, SnapshotRef.MAIN));
    before.add(draw.statement(Verb.INSERT, SnapshotRef.MAIN));
    if (upgraded) {
      before.add(draw.statement(Verb.DELETE, SnapshotRef.MAIN));
    }
    List<List<Planned>> writers = new ArrayList<>();
    for (int w = 0; w < writerCount; w++) {
      List<Planned> statements = new ArrayList<>();
      for (int i = 0; i < statementsEach; i++) {
        statements.add(draw.statement());
      }
      writers.add(statements);
    }
    return new RacePlan(
        formatVersion,
        upgraded,
        partitioned,
        isolation,
        true,
        branched,
        before,
        writers,
        random.nextInt(5) == 0,
        List.of(),
        List.of());
  }

  /** The chance of a seed. */
  Chance.Seeded chance(long seed) {
    Chance.Rates rates = Chance.Rates.NONE;
    if (seed % 4 == 0) {
      rates = new Chance.Rates(0.2, seed % 8 == 0 ? 0.003 : 0, seed % 12 == 0 ? 0.003 : 0);
    }
    return new Chance.Seeded(seed ^ 0x5DEECE66DL, fine, rates);
  }

  Chance replay() {
    return new Chance.Replay(fine, turns, troubles);
  }

  /** As it was run. */
  RacePlan with(Chance.Seeded chance) {
    return with(writers, fine, chance.turns(), chance.troubles());
  }

  RacePlan with(
      List<List<Planned>> newWriters,
      boolean newFine,
      List<Integer> newTurns,
      List<Trouble.At> newTroubles) {
    return new RacePlan(
        formatVersion,
        upgraded,
        partitioned,
        isolation,
        rebase,
        branched,
        before,
        List.copyOf(newWriters),
        newFine,
        List.copyOf(newTurns),
        List.copyOf(newTroubles));
  }

  private static final class Draw {
    private final Random random;
    private final boolean partitioned;
    private final boolean branched;
    private final boolean evolves;
    private int numbers;

    Draw(Random random, boolean partitioned, boolean branched, boolean evolves) {
      this.random = random;
      this.partitioned = partitioned;
      this.branched = branched;
      this.evolves = evolves;
    }

    Planned statement() {
      String branch = branched && random.nextInt(3) == 0 ? BRANCH : SnapshotRef.MAIN;
      return statement(verb(), branch);
    }

    Planned statement(Verb verb, String branch) {
      numbers++;
      long from = random.nextInt(KEYS);
      boolean byKey = verb == Verb.MERGE || verb == Verb.EQUALITY_DELETE || random.nextInt(4) > 0;
      Range range =
          byKey
              ? new Range("k", from, from + 1 + random.nextInt(4))
              : new Range("v", random.nextInt(2), 2 + random.nextInt(3));
      Way way = random.nextBoolean() ? Way.ON_WRITE : Way.ON_READ;
      if (verb == Verb.EQUALITY_DELETE) {
        // Without partition it reaches all files, whatever the table's spec is by then.
        way = partitioned ? Way.ON_READ : Way.ON_WRITE;
      }
      int seed = random.nextInt();
      Verb known = verb == Verb.MERGE && (seed & 7) < 3 ? Verb.MERGE_INSERT : verb;
      return new Planned(numbers, known, way, range, branch, seed);
    }

    private Verb verb() {
      if (evolves && random.nextInt(5) == 0) {
        return switch (random.nextInt(4)) {
          case 0 -> Verb.SPEC;
          case 1 -> Verb.UPGRADE;
          default -> Verb.SCHEMA;
        };
      }
      return switch (random.nextInt(21)) {
        case 0, 1 -> Verb.INSERT;
        case 2, 3, 4, 5 -> Verb.DELETE;
        case 6, 7, 8, 9, 10 -> Verb.UPDATE;
        case 11, 12, 13 -> Verb.MERGE;
        case 14 -> evolves && partitioned ? Verb.UPDATE : Verb.EQUALITY_DELETE;
        case 15 -> partitioned ? Verb.DROP : Verb.UPDATE;
        case 16 -> random.nextInt(2) == 0 ? Verb.FOREIGN_COMPACT : Verb.COMPACT;
        case 17 -> Verb.REWRITE_DELETES;
        default -> Verb.COMPACT;
      };
    }
  }

  String text() {
    StringBuilder text = new StringBuilder();
    text.append("format-version ").append(formatVersion).append('\n');
    text.append("upgraded ").append(upgraded).append('\n');
    text.append("partitioned ").append(partitioned).append('\n');
    text.append("isolation ").append(isolation).append('\n');
    text.append("rebase ").append(rebase).append('\n');
    text.append("branched ").append(branched).append('\n');
    text.append("fine ").append(fine).append('\n');
    before.forEach(s -> text.append("before ").append(s.text()).append('\n'));
    for (List<Planned> writer : writers) {
      text.append("writer\n");
      writer.forEach(s -> text.append("statement ").append(s.text()).append('\n'));
    }
    text.append("turns ").append(Chance.text(turns)).append('\n');
    troubles.forEach(t -> text.append("trouble ").append(t.text()).append('\n'));
    return text.toString();
  }

  /** Reads what {@link #text} wrote; lines that start with {@code #} are for people. */
  static RacePlan parse(String text) {
    Draft draft = new Draft();
    for (String line : text.lines().toList()) {
      if (!line.isBlank() && !line.startsWith("#")) {
        int space = line.indexOf(' ');
        String key = space < 0 ? line : line.substring(0, space);
        Consumer<String> reader = draft.reader(key);
        reader.accept(space < 0 ? "" : line.substring(space + 1).trim());
      }
    }
    return draft.plan();
  }

  private static final class Draft {
    private int formatVersion = 2;
    private boolean upgraded;
    private boolean partitioned;
    private Isolation isolation = Isolation.SERIALIZABLE;
    private boolean rebase = true;
    private boolean branched;
    private boolean fine;
    private final List<Planned> before = new ArrayList<>();
    private final List<List<Planned>> writers = new ArrayList<>();
    private List<Integer> turns = List.of();
    private final List<Trouble.At> troubles = new ArrayList<>();

    Consumer<String> reader(String key) {
      return switch (key) {
        case "format-version" -> v -> formatVersion = Integer.parseInt(v);
        case "upgraded" -> v -> upgraded = Boolean.parseBoolean(v);
        case "partitioned" -> v -> partitioned = Boolean.parseBoolean(v);
        case "isolation" -> v -> isolation = Isolation.valueOf(v);
        case "rebase" -> v -> rebase = Boolean.parseBoolean(v);
        case "branched" -> v -> branched = Boolean.parseBoolean(v);
        case "fine" -> v -> fine = Boolean.parseBoolean(v);
        case "before" -> v -> before.add(Planned.parse(v));
        case "writer" -> v -> writers.add(new ArrayList<>());
        case "statement" -> v -> writers.get(writers.size() - 1).add(Planned.parse(v));
        case "turns" -> v -> turns = Chance.parseTurns(v);
        case "trouble" -> v -> troubles.add(Trouble.At.parse(v));
        default -> throw new IllegalArgumentException("A race has no " + key);
      };
    }

    RacePlan plan() {
      return new RacePlan(
          formatVersion,
          upgraded,
          partitioned,
          isolation,
          rebase,
          branched,
          before,
          writers,
          fine,
          turns,
          troubles);
    }
  }
}

package io.firn.spark.ddl;

import io.firn.model.SnapshotRef.RefType;
import io.firn.operation.RemoveRef;
import io.firn.operation.SetRef;
import io.firn.operation.UpdateIdentifierFields;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * Reads a statement by recursive descent. A text that does not begin like one of these statements
 * is left to Spark.
 */
final class AlterTableParser {
  private final TokenReader in;

  private AlterTableParser(String sql) {
    this.in = new TokenReader(sql);
  }

  /**
   * The statement; empty if it is none of these.
   *
   * @throws SyntaxErrorException if it is, but wrong
   */
  static Optional<AlterTable> parse(String sql) {
    return new AlterTableParser(sql).statement();
  }

  /** The name of the table of an {@code ALTER TABLE}, whichever it is; empty for all other text. */
  static List<String> tableName(String sql) {
    return new AlterTableParser(sql).tableName();
  }

  private Optional<AlterTable> statement() {
    List<String> name = tableName();
    Optional<AlterTable.Change> change = name.isEmpty() ? Optional.empty() : change();
    if (change.isEmpty()) {
      return Optional.empty();
    }
    in.requireEnd();
    return Optional.of(new AlterTable(name, change.get()));
  }

  private List<String> tableName() {
    List<String> name = new ArrayList<>();
    if (!in.takeIf("ALTER", "TABLE")) {
      return name;
    }
    do {
      if (!in.peek().isName()) {
        return List.of();
      }
      name.add(in.take().text());
    } while (in.takeSignIf("."));
    return name;
  }

  private Optional<AlterTable.Change> change() {
    if (in.takeIf("ADD", "PARTITION", "FIELD")) {
      return Optional.of(new LayoutParser(in).addField());
    }
    if (in.takeIf("DROP", "PARTITION", "FIELD")) {
      return Optional.of(new LayoutParser(in).dropField());
    }
    if (in.takeIf("REPLACE", "PARTITION", "FIELD")) {
      return Optional.of(new LayoutParser(in).replaceField());
    }
    if (in.takeIf("WRITE")) {
      return Optional.of(new LayoutParser(in).write());
    }
    if (in.takeIf("SET", "IDENTIFIER", "FIELDS")) {
      return Optional.of(identifierFields(UpdateIdentifierFields.Kind.SET));
    }
    if (in.takeIf("DROP", "IDENTIFIER", "FIELDS")) {
      return Optional.of(identifierFields(UpdateIdentifierFields.Kind.DROP));
    }
    return refChange();
  }

  private AlterTable.Change identifierFields(UpdateIdentifierFields.Kind kind) {
    List<String> columns = new ArrayList<>();
    do {
      columns.add(String.join(".", in.requireNames("a column")));
    } while (in.takeSignIf(","));
    return (table, caseSensitivity) ->
        List.of(new UpdateIdentifierFields(kind, columns, caseSensitivity));
  }

  private Optional<AlterTable.Change> refChange() {
    for (RefType type : RefType.values()) {
      String word = type.name();
      if (in.takeIf("CREATE", "OR", "REPLACE", word)) {
        return Optional.of(setRef(type, SetRef.Mode.CREATE_OR_REPLACE));
      }
      if (in.takeIf("REPLACE", word)) {
        return Optional.of(setRef(type, SetRef.Mode.REPLACE));
      }
      if (in.takeIf("CREATE", word)) {
        boolean ifNotExists = in.takeIf("IF", "NOT", "EXISTS");
        return Optional.of(
            setRef(type, ifNotExists ? SetRef.Mode.CREATE_IF_NOT_EXISTS : SetRef.Mode.CREATE));
      }
      if (in.takeIf("DROP", word)) {
        RemoveRef.Mode mode =
            in.takeIf("IF", "EXISTS") ? RemoveRef.Mode.IF_EXISTS : RemoveRef.Mode.MUST_EXIST;
        String name = in.requireName("the name of a " + words(type));
        return Optional.of((table, caseSensitivity) -> List.of(new RemoveRef(name, type, mode)));
      }
    }
    return Optional.empty();
  }

  private static String words(RefType type) {
    return type == RefType.BRANCH ? "branch" : "tag";
  }

  private AlterTable.Change setRef(RefType type, SetRef.Mode mode) {
    String name = in.requireName("the name of a " + words(type));
    OptionalLong snapshotId = OptionalLong.empty();
    if (in.takeIf("AS")) {
      in.require("OF", "VERSION");
      snapshotId = OptionalLong.of(in.requireNumber("the id of a snapshot"));
    }
    OptionalLong maxRefAge = OptionalLong.empty();
    if (in.takeIf("RETAIN")) {
      maxRefAge = OptionalLong.of(age());
    }
    OptionalInt minSnapshots = OptionalInt.empty();
    OptionalLong maxSnapshotAge = OptionalLong.empty();
    if (type == RefType.BRANCH && in.takeIf("WITH")) {
      in.require("SNAPSHOT", "RETENTION");
      long first = in.requireNumber("a number of snapshots, days, hours or minutes");
      if (in.takeIf("SNAPSHOTS")) {
        minSnapshots = OptionalInt.of(Math.toIntExact(Math.min(first, Integer.MAX_VALUE)));
        if (in.peek().kind() == Token.Kind.NUMBER) {
          maxSnapshotAge = OptionalLong.of(age());
        }
      } else {
        maxSnapshotAge = OptionalLong.of(millis(first));
      }
    }
    SetRef change =
        new SetRef(name, type, snapshotId, minSnapshots, maxSnapshotAge, maxRefAge, mode);
    return (table, caseSensitivity) -> List.of(change);
  }

  private long age() {
    return millis(in.requireNumber("a number of days, hours or minutes"));
  }

  /** That many of the unit that comes next, in milliseconds. */
  private long millis(long number) {
    Token unit = in.peek();
    long millis = -1;
    if (in.takeIf("DAYS")) {
      millis = 86_400_000L;
    } else if (in.takeIf("HOURS")) {
      millis = 3_600_000L;
    } else if (in.takeIf("MINUTES")) {
      millis = 60_000L;
    }
    if (millis < 0) {
      throw new SyntaxErrorException(unit, "DAYS, HOURS or MINUTES");
    }
    try {
      return Math.multiplyExact(number, millis);
    } catch (ArithmeticException e) {
      throw new SyntaxErrorException(unit, "a shorter time than " + number + " " + unit.text());
    }
  }
}

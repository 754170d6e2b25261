package io.firn.examples;

import java.util.ArrayList;
import java.util.List;

/**
 * Splits a script at its semicolons, except those inside string literals, quoted names and
 * comments.
 *
 * <p>Text can be added line by line, as a prompt does: {@link #take} returns what is complete,
 * {@link #rest} what still waits for its semicolon.
 */
final class Statements {
  private enum State {
    SQL,
    LINE_COMMENT,
    BLOCK_COMMENT,
    SINGLE_QUOTED,
    DOUBLE_QUOTED,
    BACK_QUOTED
  }

  private final StringBuilder current = new StringBuilder();
  private final List<String> complete = new ArrayList<>();
  private State state = State.SQL;

  /** All statements of a script; the last one needs no semicolon. */
  static List<String> of(String script) {
    Statements statements = new Statements();
    statements.add(script);
    List<String> all = new ArrayList<>(statements.take());
    String rest = statements.rest();
    if (!rest.isEmpty()) {
      all.add(rest);
    }
    return List.copyOf(all);
  }

  void add(String text) {
    int at = 0;
    while (at < text.length()) {
      at += step(text, at);
    }
  }

  /** The statements completed so far, without their semicolons; each is returned once. */
  List<String> take() {
    List<String> taken = List.copyOf(complete);
    complete.clear();
    return taken;
  }

  /** The begun statement, empty if there is none or only comments. */
  String rest() {
    String text = current.toString().strip();
    return isOnlyComments(text) ? "" : text;
  }

  void discardRest() {
    current.setLength(0);
    state = State.SQL;
  }

  private int step(String text, int at) {
    char c = text.charAt(at);
    char next = at + 1 < text.length() ? text.charAt(at + 1) : '\0';
    int length = 1;
    switch (state) {
      case SQL -> {
        if (c == ';') {
          finish();
          return 1;
        }
        length = enter(c, next);
      }
      case LINE_COMMENT -> state = c == '\n' ? State.SQL : state;
      case BLOCK_COMMENT -> {
        if (c == '*' && next == '/') {
          state = State.SQL;
          length = 2;
        }
      }
      case SINGLE_QUOTED -> length = inLiteral(c, '\'', next);
      case DOUBLE_QUOTED -> length = inLiteral(c, '"', next);
      case BACK_QUOTED -> state = c == '`' ? State.SQL : state;
    }
    current.append(text, at, at + length);
    return length;
  }

  private int enter(char c, char next) {
    if (c == '-' && next == '-') {
      state = State.LINE_COMMENT;
      return 2;
    }
    if (c == '/' && next == '*') {
      state = State.BLOCK_COMMENT;
      return 2;
    }
    state =
        switch (c) {
          case '\'' -> State.SINGLE_QUOTED;
          case '"' -> State.DOUBLE_QUOTED;
          case '`' -> State.BACK_QUOTED;
          default -> State.SQL;
        };
    return 1;
  }

  // A backslash escapes the next character, as in Spark's literals. A doubled quote closes and
  // opens.
  private int inLiteral(char c, char quote, char next) {
    if (c == '\\' && next != '\0') {
      return 2;
    }
    if (c == quote) {
      state = State.SQL;
    }
    return 1;
  }

  private void finish() {
    String statement = rest();
    if (!statement.isEmpty()) {
      complete.add(statement);
    }
    current.setLength(0);
  }

  private static boolean isOnlyComments(String text) {
    return text.replaceAll("(?s)/\\*.*?\\*/", "").replaceAll("(?m)--.*$", "").isBlank();
  }
}

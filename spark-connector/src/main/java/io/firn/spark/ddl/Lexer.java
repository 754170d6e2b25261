package io.firn.spark.ddl;

import java.util.ArrayList;
import java.util.List;

/** Takes a statement apart as Spark's grammar does. Comments are passed over. */
final class Lexer {
  private static final String SIGNS = "().,;-";

  private final String sql;
  private int at;

  private Lexer(String sql) {
    this.sql = sql;
  }

  /** The first token: most statements are none of these, and some are long. */
  static Token first(String sql) {
    return new Lexer(sql).next();
  }

  /** All tokens, the last of which is the end. */
  static List<Token> tokens(String sql) {
    Lexer lexer = new Lexer(sql);
    List<Token> tokens = new ArrayList<>();
    do {
      tokens.add(lexer.next());
    } while (tokens.get(tokens.size() - 1).kind() != Token.Kind.END);
    return tokens;
  }

  private Token next() {
    skip();
    if (at == sql.length()) {
      return new Token(Token.Kind.END, "", at, at);
    }
    char c = sql.charAt(at);
    if (c == '`') {
      return quoted();
    }
    if (isWord(c)) {
      return word();
    }
    return SIGNS.indexOf(c) >= 0 ? token(Token.Kind.SIGN, at + 1) : other();
  }

  private Token token(Token.Kind kind, int end) {
    Token token = new Token(kind, sql.substring(at, end), at, end);
    at = end;
    return token;
  }

  private Token word() {
    int end = at;
    boolean digits = true;
    while (end < sql.length() && isWord(sql.charAt(end))) {
      digits &= sql.charAt(end) >= '0' && sql.charAt(end) <= '9';
      end++;
    }
    return token(digits ? Token.Kind.NUMBER : Token.Kind.WORD, end);
  }

  private static boolean isWord(char c) {
    return c == '_' || Character.isLetterOrDigit(c);
  }

  private Token quoted() {
    StringBuilder name = new StringBuilder();
    int start = at;
    int i = at + 1;
    while (i < sql.length()) {
      if (sql.charAt(i) != '`') {
        name.append(sql.charAt(i++));
      } else if (i + 1 < sql.length() && sql.charAt(i + 1) == '`') {
        name.append('`');
        i += 2;
      } else {
        at = i + 1;
        return new Token(Token.Kind.QUOTED, name.toString(), start, at);
      }
    }
    return token(Token.Kind.OTHER, sql.length());
  }

  /** A string to its end, or one character. */
  private Token other() {
    char quote = sql.charAt(at);
    if (quote != '\'' && quote != '"') {
      return token(Token.Kind.OTHER, at + 1);
    }
    int end = at + 1;
    while (end < sql.length() && sql.charAt(end) != quote) {
      end += sql.charAt(end) == '\\' ? 2 : 1;
    }
    return token(Token.Kind.OTHER, Math.min(end + 1, sql.length()));
  }

  private void skip() {
    while (at < sql.length()) {
      if (Character.isWhitespace(sql.charAt(at))) {
        at++;
      } else if (sql.startsWith("--", at)) {
        int end = sql.indexOf('\n', at);
        at = end < 0 ? sql.length() : end + 1;
      } else if (sql.startsWith("/*", at)) {
        at = endOfComment();
      } else {
        return;
      }
    }
  }

  /** Such comments may lie in each other. */
  private int endOfComment() {
    int depth = 0;
    int i = at;
    while (i < sql.length()) {
      if (sql.startsWith("/*", i)) {
        depth++;
        i += 2;
      } else if (sql.startsWith("*/", i)) {
        depth--;
        i += 2;
        if (depth == 0) {
          return i;
        }
      } else {
        i++;
      }
    }
    return sql.length();
  }
}

package io.firn.spark.ddl;

import java.util.ArrayList;
import java.util.List;

/** Goes through the tokens of a statement. */
final class TokenReader {
  private final List<Token> tokens;
  private int next;

  TokenReader(String sql) {
    this.tokens = Lexer.tokens(sql);
  }

  Token peek() {
    return tokens.get(next);
  }

  Token take() {
    Token token = tokens.get(next);
    if (token.kind() != Token.Kind.END) {
      next++;
    }
    return token;
  }

  /** Whether these keywords come next. */
  boolean isAt(String... keywords) {
    for (int i = 0; i < keywords.length; i++) {
      // The end, which is the last token, is no keyword.
      if (!tokens.get(next + i).isKeyword(keywords[i])) {
        return false;
      }
    }
    return true;
  }

  /** Takes the keywords if they come next. */
  boolean takeIf(String... keywords) {
    boolean found = isAt(keywords);
    if (found) {
      next += keywords.length;
    }
    return found;
  }

  /** Takes the keyword and the parenthesis behind it if both come next. */
  boolean takeCallIf(String keyword) {
    boolean found = isAt(keyword) && tokens.get(next + 1).isSign("(");
    if (found) {
      next += 2;
    }
    return found;
  }

  boolean takeSignIf(String sign) {
    boolean found = peek().isSign(sign);
    if (found) {
      next++;
    }
    return found;
  }

  void require(String... keywords) {
    for (String keyword : keywords) {
      if (!takeIf(keyword)) {
        throw expected(keyword);
      }
    }
  }

  void requireSign(String sign) {
    if (!takeSignIf(sign)) {
      throw expected("'" + sign + "'");
    }
  }

  String requireName(String what) {
    if (!peek().isName()) {
      throw expected(what);
    }
    return take().text();
  }

  /** Names with points between them. */
  List<String> requireNames(String what) {
    List<String> parts = new ArrayList<>();
    do {
      parts.add(requireName(what));
    } while (takeSignIf("."));
    return parts;
  }

  /** A whole number. */
  long requireNumber(String what) {
    boolean negative = takeSignIf("-");
    Token token = peek();
    if (token.kind() != Token.Kind.NUMBER) {
      throw expected(what);
    }
    try {
      long number = Long.parseLong((negative ? "-" : "") + token.text());
      take();
      return number;
    } catch (NumberFormatException e) {
      throw expected(what + " below 2^63");
    }
  }

  void requireEnd() {
    while (peek().isSign(";")) {
      take();
    }
    if (peek().kind() != Token.Kind.END) {
      throw expected("the end of the statement");
    }
  }

  SyntaxErrorException expected(String what) {
    return new SyntaxErrorException(peek(), what);
  }
}

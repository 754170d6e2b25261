package io.firn.spark.ddl;

import io.firn.error.InvalidInputException;
import io.firn.operation.UpdateSortOrder.NamedSortField;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * The text of a sort order and of identifier fields, as table properties tell them: {@code id DESC
 * NULLS LAST, bucket(4, p) ASC NULLS FIRST} and {@code [id,s.x]}.
 */
public final class LayoutText {
  private LayoutText() {}

  /** {@code where} names the property in the error. */
  public static List<NamedSortField> sortOrder(String where, String text) {
    return read(where, text, in -> new LayoutParser(in).sortFields());
  }

  /**
   * The order of a rewrite: {@code id DESC NULLS LAST, bucket(4, p)} or {@code zorder(a, b)}.
   * {@code where} names its place in the error.
   *
   * @throws InvalidInputException if it is neither, or a mixture of both
   */
  public static RewriteOrder rewriteOrder(String where, String text) {
    RewriteOrder order = read(where, text, in -> new LayoutParser(in).rewriteOrder());
    if (!order.zOrderColumns().isEmpty() && !order.sortFields().isEmpty()) {
      throw new InvalidInputException(
          "Cannot mix identity sort columns and a Zorder sort expression: " + text);
    }
    return order;
  }

  /** Full names of columns. */
  public static List<String> columns(String where, String text) {
    boolean bracketed = text.startsWith("[") && text.endsWith("]");
    return read(
        where,
        bracketed ? text.substring(1, text.length() - 1) : text,
        in -> {
          List<String> names = new ArrayList<>();
          do {
            names.add(String.join(".", in.requireNames("a column")));
          } while (in.takeSignIf(","));
          return names;
        });
  }

  /** One part of a column's name, in backticks where it would not be read back without. */
  public static String quoted(String part) {
    List<Token> tokens = Lexer.tokens(part);
    boolean isWord =
        tokens.size() == 2
            && tokens.get(0).kind() == Token.Kind.WORD
            && tokens.get(0).text().equals(part);
    return isWord ? part : "`" + part.replace("`", "``") + "`";
  }

  private static <T> T read(String where, String text, Function<TokenReader, T> grammar) {
    TokenReader in = new TokenReader(text);
    try {
      T result = grammar.apply(in);
      in.requireEnd();
      return result;
    } catch (SyntaxErrorException e) {
      throw new InvalidInputException(
          "Invalid value '%s' of %s: %s at '%s'"
              .formatted(text, where, e.getMessage(), text.substring(e.token().start())),
          e);
    }
  }
}

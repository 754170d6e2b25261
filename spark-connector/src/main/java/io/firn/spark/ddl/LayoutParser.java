package io.firn.spark.ddl;

import io.firn.expr.CaseSensitivity;
import io.firn.model.SortField.Direction;
import io.firn.model.SortField.NullOrder;
import io.firn.model.TableMetadata;
import io.firn.model.TableProperties;
import io.firn.operation.Operation;
import io.firn.operation.SpecEdit;
import io.firn.operation.UpdateProperties;
import io.firn.operation.UpdateSortOrder;
import io.firn.operation.UpdateSortOrder.NamedSortField;
import io.firn.operation.UpdateSpec;
import io.firn.partition.BucketTransform;
import io.firn.partition.IdentityTransform;
import io.firn.partition.TimeTransform;
import io.firn.partition.Transform;
import io.firn.partition.TruncateTransform;
import io.firn.types.Field;
import io.firn.types.Schema;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** What the statements on partition fields and on the order of writes say. */
final class LayoutParser {
  private final TokenReader in;

  LayoutParser(TokenReader in) {
    this.in = in;
  }

  /** A transform of a column; without parentheses, the name may be that of a partition field. */
  private record Term(String column, Transform transform, boolean isName) {

    SpecEdit dropFrom(Schema schema, CaseSensitivity caseSensitivity) {
      Optional<Field> field = schema.field(column);
      if (field.isEmpty() && caseSensitivity == CaseSensitivity.INSENSITIVE) {
        field = schema.fieldIgnoringCase(column);
      }
      return isName && field.isEmpty()
          ? new SpecEdit.DropFieldByName(column)
          : new SpecEdit.DropFieldByTransform(column, transform);
    }
  }

  AlterTable.Change addField() {
    Term term = term();
    Optional<String> name = fieldName();
    return (table, caseSensitivity) ->
        List.of(
            new UpdateSpec(
                List.of(new SpecEdit.AddField(term.column(), term.transform(), name)),
                caseSensitivity));
  }

  AlterTable.Change dropField() {
    Term term = term();
    return (table, caseSensitivity) ->
        List.of(
            new UpdateSpec(
                List.of(term.dropFrom(table.schema(), caseSensitivity)), caseSensitivity));
  }

  AlterTable.Change replaceField() {
    Term from = term();
    in.require("WITH");
    Term to = term();
    Optional<String> name = fieldName();
    return (table, caseSensitivity) ->
        List.of(
            new UpdateSpec(
                List.of(
                    from.dropFrom(table.schema(), caseSensitivity),
                    new SpecEdit.AddField(to.column(), to.transform(), name)),
                caseSensitivity));
  }

  private Optional<String> fieldName() {
    return in.takeIf("AS")
        ? Optional.of(in.requireName("the name of a partition field"))
        : Optional.empty();
  }

  private Term term() {
    Token first = in.peek();
    List<String> names = in.requireNames("a column or a transform");
    if (names.size() > 1 || !in.takeSignIf("(")) {
      return new Term(String.join(".", names), IdentityTransform.IDENTITY, true);
    }
    String function = names.get(0).toLowerCase(Locale.ROOT);
    boolean hasWidth = function.equals("bucket") || function.equals("truncate");
    Optional<Integer> width = Optional.empty();
    if (hasWidth && in.peek().kind() == Token.Kind.NUMBER) {
      width = Optional.of(width());
      in.requireSign(",");
    }
    String column = String.join(".", in.requireNames("a column"));
    if (hasWidth && width.isEmpty()) {
      in.requireSign(",");
      width = Optional.of(width());
    }
    in.requireSign(")");
    return new Term(column, transform(first, function, width.orElse(0)), false);
  }

  private int width() {
    Token token = in.peek();
    long width = in.requireNumber("a number");
    if (width <= 0 || width > Integer.MAX_VALUE) {
      throw new SyntaxErrorException(token, "a number above 0 and below 2^31");
    }
    return (int) width;
  }

  private static Transform transform(Token token, String function, int width) {
    return switch (function) {
      case "identity" -> IdentityTransform.IDENTITY;
      case "bucket" -> new BucketTransform(width);
      case "truncate" -> new TruncateTransform(width);
      case "year", "years" -> TimeTransform.YEAR;
      case "month", "months" -> TimeTransform.MONTH;
      case "day", "days", "date" -> TimeTransform.DAY;
      case "hour", "hours", "date_hour" -> TimeTransform.HOUR;
      default ->
          throw new SyntaxErrorException(
              token, "one of the transforms bucket, truncate, years, months, days and hours");
    };
  }

  /** {@code WRITE} has been read. */
  AlterTable.Change write() {
    boolean distributed = false;
    boolean unordered = false;
    boolean locally = false;
    boolean ordered = false;
    List<NamedSortField> fields = List.of();
    do {
      if (!distributed && in.takeIf("DISTRIBUTED")) {
        in.require("BY", "PARTITION");
        distributed = true;
      } else if (!ordered && in.takeIf("UNORDERED")) {
        ordered = true;
        unordered = true;
      } else if (!ordered && (in.isAt("LOCALLY") || in.isAt("ORDERED"))) {
        ordered = true;
        locally = in.takeIf("LOCALLY");
        in.require("ORDERED", "BY");
        fields = sortFields();
      } else {
        throw in.expected(
            distributed
                ? "[LOCALLY] ORDERED BY or UNORDERED"
                : "DISTRIBUTED BY PARTITION, [LOCALLY] ORDERED BY or UNORDERED, each once");
      }
    } while (in.peek().kind() == Token.Kind.WORD);
    return write(fields, mode(distributed, unordered, locally));
  }

  /** Empty if the distribution stays as it is. */
  private static Optional<String> mode(boolean distributed, boolean unordered, boolean locally) {
    if (distributed) {
      return Optional.of("hash");
    }
    if (unordered) {
      return Optional.of("none");
    }
    return locally ? Optional.empty() : Optional.of("range");
  }

  private static AlterTable.Change write(List<NamedSortField> fields, Optional<String> mode) {
    return (TableMetadata table, CaseSensitivity caseSensitivity) -> {
      List<Operation> operations = new ArrayList<>();
      operations.add(new UpdateSortOrder(fields, caseSensitivity));
      mode.ifPresent(
          value ->
              operations.add(
                  new UpdateProperties(
                      Map.of(TableProperties.DISTRIBUTION_MODE, value), Set.of())));
      return operations;
    };
  }

  List<NamedSortField> sortFields() {
    boolean inParentheses = in.takeSignIf("(");
    List<NamedSortField> fields = new ArrayList<>();
    do {
      fields.add(sortField());
    } while (in.takeSignIf(","));
    if (inParentheses) {
      in.requireSign(")");
    }
    return fields;
  }

  /** Sort fields and z-orders. */
  RewriteOrder rewriteOrder() {
    List<NamedSortField> fields = new ArrayList<>();
    List<String> columns = new ArrayList<>();
    do {
      if (in.takeCallIf("ZORDER")) {
        do {
          columns.add(String.join(".", in.requireNames("a column")));
        } while (in.takeSignIf(","));
        in.requireSign(")");
      } else {
        fields.add(sortField());
      }
    } while (in.takeSignIf(","));
    return new RewriteOrder(fields, columns);
  }

  private NamedSortField sortField() {
    Term term = term();
    Direction direction = in.takeIf("DESC") ? Direction.DESC : Direction.ASC;
    if (direction == Direction.ASC) {
      in.takeIf("ASC");
    }
    NullOrder nulls = direction == Direction.ASC ? NullOrder.NULLS_FIRST : NullOrder.NULLS_LAST;
    if (in.takeIf("NULLS")) {
      if (in.takeIf("FIRST")) {
        nulls = NullOrder.NULLS_FIRST;
      } else {
        in.require("LAST");
        nulls = NullOrder.NULLS_LAST;
      }
    }
    return new NamedSortField(term.column(), term.transform(), direction, nulls);
  }
}

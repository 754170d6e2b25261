package io.firn.spark.ddl;

import io.firn.spark.procedure.SystemProcedures;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.FunctionIdentifier;
import org.apache.spark.sql.catalyst.TableIdentifier;
import org.apache.spark.sql.catalyst.analysis.UnresolvedProcedure;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.Literal;
import org.apache.spark.sql.catalyst.parser.ParameterContext;
import org.apache.spark.sql.catalyst.parser.ParseException;
import org.apache.spark.sql.catalyst.parser.ParserInterface;
import org.apache.spark.sql.catalyst.plans.logical.Call;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.trees.Origin;
import org.apache.spark.sql.internal.VariableSubstitution;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.unsafe.types.UTF8String;
import scala.Option;
import scala.collection.immutable.Seq;
import scala.jdk.javaapi.CollectionConverters;

/**
 * A session's parser that knows, besides all that Spark's parser knows, the {@code ALTER TABLE}
 * statements for partition fields, the order of writes, identifier fields, branches and tags, on
 * tables of this connector's catalogs. Every other text goes to the next parser unchanged.
 */
public final class StatementParser implements ParserInterface {
  private final SparkSession session;
  private final Set<String> catalogClasses;
  private final ParserInterface next;

  /** {@code catalogClasses} are the classes in the configuration of the catalogs. */
  public StatementParser(SparkSession session, Set<String> catalogClasses, ParserInterface next) {
    this.session = session;
    this.catalogClasses = Set.copyOf(catalogClasses);
    this.next = next;
  }

  @Override
  public LogicalPlan parsePlan(String sqlText) throws ParseException {
    Optional<LogicalPlan> own = own(sqlText);
    return own.isPresent() ? own.get() : next.parsePlan(sqlText);
  }

  @Override
  public LogicalPlan parsePlanWithParameters(String sqlText, ParameterContext parameters)
      throws ParseException {
    Optional<LogicalPlan> own = own(sqlText);
    return own.isPresent() ? own.get() : next.parsePlanWithParameters(sqlText, parameters);
  }

  private Optional<LogicalPlan> own(String sqlText) throws ParseException {
    if (!Lexer.first(sqlText).isKeyword("ALTER")) {
      return Optional.empty();
    }
    String sql = new VariableSubstitution().substitute(sqlText);
    List<String> name = AlterTableParser.tableName(sql);
    Optional<String> catalog = name.isEmpty() ? Optional.empty() : catalog(name);
    if (catalog.isEmpty()) {
      return Optional.empty();
    }
    try {
      return AlterTableParser.parse(sql).map(statement -> call(catalog.get(), sql));
    } catch (SyntaxErrorException e) {
      throw syntaxError(sql, e);
    }
  }

  /** The catalog of the table, if it is one of this connector. */
  private Optional<String> catalog(List<String> name) {
    String first = name.get(0);
    String catalog =
        name.size() > 1 && catalogClassOf(first).isPresent()
            ? first
            : session.catalog().currentCatalog();
    return catalogClassOf(catalog).filter(catalogClasses::contains).map(found -> catalog);
  }

  private Optional<String> catalogClassOf(String catalog) {
    Option<String> found = session.conf().getOption("spark.sql.catalog." + catalog);
    return found.isDefined() ? Optional.of(found.get()) : Optional.empty();
  }

  private static LogicalPlan call(String catalog, String sql) {
    Seq<String> procedure =
        CollectionConverters.asScala(
                List.of(catalog, SystemProcedures.NAMESPACE, AlterTableProcedure.NAME))
            .toSeq();
    Expression statement = Literal.create(UTF8String.fromString(sql), DataTypes.StringType);
    return new Call(
        new UnresolvedProcedure(procedure),
        CollectionConverters.asScala(List.of(statement)).toSeq(),
        true);
  }

  private static ParseException syntaxError(String sql, SyntaxErrorException e) {
    Token token = e.token();
    int line = 1;
    int lineStart = 0;
    for (int i = 0; i < token.start(); i++) {
      if (sql.charAt(i) == '\n') {
        line++;
        lineStart = i + 1;
      }
    }
    String near =
        token.kind() == Token.Kind.END
            ? "end of input"
            : "'" + sql.substring(token.start(), token.end()) + "'";
    Origin origin =
        new Origin(
            Option.apply(line),
            Option.apply(token.start() - lineStart),
            Option.apply(token.start()),
            Option.apply(Math.max(token.start(), token.end() - 1)),
            Option.apply(sql),
            Option.empty(),
            Option.empty(),
            Option.empty(),
            Option.empty(),
            Option.empty());
    scala.collection.immutable.Map<String, String> parameters =
        CollectionConverters.asScala(java.util.Map.of("error", near, "hint", ": " + e.getMessage()))
            .toMap(scala.$less$colon$less$.MODULE$.refl());
    return new ParseException(Option.apply(sql), origin, "PARSE_SYNTAX_ERROR", parameters);
  }

  @Override
  public LogicalPlan parseQuery(String sqlText) throws ParseException {
    return next.parseQuery(sqlText);
  }

  @Override
  public Expression parseExpression(String sqlText) throws ParseException {
    return next.parseExpression(sqlText);
  }

  @Override
  public TableIdentifier parseTableIdentifier(String sqlText) throws ParseException {
    return next.parseTableIdentifier(sqlText);
  }

  @Override
  public FunctionIdentifier parseFunctionIdentifier(String sqlText) throws ParseException {
    return next.parseFunctionIdentifier(sqlText);
  }

  @Override
  public Seq<String> parseMultipartIdentifier(String sqlText) throws ParseException {
    return next.parseMultipartIdentifier(sqlText);
  }

  @Override
  public StructType parseRoutineParam(String sqlText) throws ParseException {
    return next.parseRoutineParam(sqlText);
  }

  @Override
  public StructType parseTableSchema(String sqlText) throws ParseException {
    return next.parseTableSchema(sqlText);
  }

  @Override
  public DataType parseDataType(String sqlText) throws ParseException {
    return next.parseDataType(sqlText);
  }
}

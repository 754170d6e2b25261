package io.firn.spark.sql;

import io.firn.error.InvalidInputException;
import io.firn.spark.conf.SelectorText;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.analysis.UnresolvedRelation;
import org.apache.spark.sql.catalyst.parser.ParseException;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.trees.CurrentOrigin;
import scala.Option;

/**
 * Refuses statements that refer to a table twice with different options ({@code t WITH (...)}).
 * Spark looks a table up once a statement and gives all references the options of the first one, so
 * that the others would silently read the wrong snapshot, or write the wrong branch.
 */
public final class OptionConflicts {
  private static final Pattern WITH_OPTIONS =
      Pattern.compile("\\bwith\\s*\\(", Pattern.CASE_INSENSITIVE);

  /** Spark's own option of the tables that a statement writes. */
  static final String WRITE_PRIVILEGES = "__required_write_privileges__";

  private static final String EXTENSIONS_KEY = "spark.sql.extensions";

  private OptionConflicts() {}

  /**
   * Checks the SQL statement that Spark is analysing, if this is one and the session has no {@link
   * SelectorsIntoNames}, which does better than refuse.
   *
   * @throws InvalidInputException if there is such a table
   */
  public static void checkCurrentStatement(SparkSession session, String extensionsClass) {
    Option<String> text = CurrentOrigin.get().sqlText();
    if (text.isEmpty() || !WITH_OPTIONS.matcher(text.get()).find()) {
      return;
    }
    if (session.conf().contains(SelectorsIntoNames.ACTIVE_KEY)) {
      return;
    }
    LogicalPlan plan;
    try {
      plan = session.sessionState().sqlParser().parsePlan(text.get());
    } catch (ParseException e) {
      throw new InvalidInputException(
          "Cannot tell which options each table of this statement has. Say VERSION AS OF instead of"
              + " options, or set "
              + EXTENSIONS_KEY
              + "="
              + extensionsClass,
          e);
    }
    check(session, plan, " Or set " + EXTENSIONS_KEY + "=" + extensionsClass + ".");
  }

  /** Checks a plan that was just parsed; the hint ends the message. */
  static void check(SparkSession session, LogicalPlan plan, String hint) {
    RelationNames names = new RelationNames(session);
    Map<List<String>, Map<String, String>> seen = new HashMap<>();
    for (UnresolvedRelation relation : Relations.in(plan)) {
      Optional<List<String>> name = names.fullName(relation);
      if (name.isEmpty()) {
        continue;
      }
      Map<String, String> options = options(relation);
      Map<String, String> other =
          seen.putIfAbsent(name.get().stream().map(OptionConflicts::lower).toList(), options);
      if (other != null && !other.equals(options)) {
        throw new InvalidInputException(message(name.get(), other, options) + hint);
      }
    }
  }

  private static String lower(String part) {
    return part.toLowerCase(Locale.ROOT);
  }

  private static String message(
      List<String> name, Map<String, String> first, Map<String, String> second) {
    String table = String.join(".", name);
    return "The statement refers to "
        + table
        + " twice with different options, "
        + first
        + " and "
        + second
        + ", of which Spark would use one for both. To read two snapshots, say "
        + table
        + " VERSION AS OF ... or "
        + table
        + ".snapshot_id_..., ."
        + SelectorText.TAG
        + "_..., ."
        + SelectorText.BRANCH
        + "_... .";
  }

  private static Map<String, String> options(UnresolvedRelation relation) {
    Map<String, String> options = new TreeMap<>(relation.options());
    options.remove(WRITE_PRIVILEGES);
    return options;
  }
}

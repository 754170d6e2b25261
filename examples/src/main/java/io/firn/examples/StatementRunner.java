package io.firn.examples;

import java.io.PrintStream;
import java.util.Locale;
import org.apache.spark.sql.AnalysisException;
import org.apache.spark.sql.SparkSession;

/**
 * Runs statements and prints what came of them: rows to the output, failures to the error stream.
 */
final class StatementRunner {
  private final SparkSession spark;
  private final ShellOptions.Output output;
  private final PrintStream out;
  private final PrintStream err;

  StatementRunner(
      SparkSession spark, ShellOptions.Output output, PrintStream out, PrintStream err) {
    this.spark = spark;
    this.output = output;
    this.out = out;
    this.err = err;
  }

  /** Returns whether the statement succeeded; its failure has been reported. */
  boolean run(String statement) {
    long started = System.nanoTime();
    try {
      String table = ResultTable.of(spark.sql(statement)).render();
      double seconds = (System.nanoTime() - started) / 1e9;
      out.print(table.isEmpty() ? "OK" : table);
      out.printf(Locale.ROOT, " %.1f s%n%n", seconds);
      out.flush();
      return true;
    } catch (Exception e) {
      out.flush();
      report(statement, e);
      return false;
    }
  }

  private void report(String statement, Exception failure) {
    err.println("This statement failed:\n" + statement.indent(2).stripTrailing());
    if (output == ShellOptions.Output.STACK_TRACES) {
      failure.printStackTrace(err);
    } else {
      err.println(describe(failure));
      err.println("(--verbose shows where in the program)");
    }
  }

  /** The messages of the failure and its causes, each once. */
  static String describe(Throwable failure) {
    StringBuilder text = new StringBuilder();
    for (Throwable e = failure; e != null; e = e.getCause()) {
      String message = message(e);
      if (text.indexOf(message) < 0) {
        text.append(text.isEmpty() ? "" : "\nCaused by: ").append(message);
      }
    }
    return text.toString();
  }

  private static String message(Throwable e) {
    // The full message of an analysis error ends with Spark's plan, which tells a user nothing.
    String message =
        e instanceof AnalysisException analysis ? analysis.getSimpleMessage() : e.getMessage();
    if (message == null || message.isBlank()) {
      return e.getClass().getName();
    }
    // Spark puts the stack trace of a failed task into the message of the failed job.
    return message.replaceAll("(?m)^(\\tat .*|\\t\\.\\.\\. .*|Driver stacktrace:)\\R?", "").strip();
  }
}

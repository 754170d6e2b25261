package io.firn.examples;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Locale;
import org.apache.spark.sql.AnalysisException;
import org.apache.spark.sql.SparkSession;

/**
 * Runs SQL on the catalog {@code lake}: the statements of {@code -e} and {@code -f}, or those typed
 * at a prompt. A script stops at its first failing statement and the exit code is 1; 2 says that
 * the command line was wrong.
 */
public final class SqlShell {
  private static final String PROMPT = "firn> ";
  private static final String CONTINUED = "    > ";

  private final SparkSession spark;
  private final ShellOptions.Output output;
  private final PrintStream out;
  private final PrintStream err;

  SqlShell(SparkSession spark, ShellOptions.Output output, PrintStream out, PrintStream err) {
    this.spark = spark;
    this.output = output;
    this.out = out;
    this.err = err;
  }

  public static void main(String[] arguments) throws IOException {
    PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    ShellOptions options;
    try {
      options = ShellOptions.parse(arguments, defaultWarehouse());
    } catch (ShellOptions.BadUsageException e) {
      System.err.println("firn sql: " + e.getMessage());
      System.exit(2);
      return;
    }
    boolean succeeded;
    try (SparkSession spark = LakeSession.start(options)) {
      SqlShell shell = new SqlShell(spark, options.output(), out, System.err);
      succeeded =
          options.scripts().isEmpty()
              ? shell.prompt(options.warehouse())
              : options.scripts().stream().allMatch(shell::runScript);
    }
    System.exit(succeeded ? 0 : 1);
  }

  /** {@code FIRN_WAREHOUSE}, or a folder of the checkout that the launcher started from. */
  static Path defaultWarehouse() {
    String chosen = System.getenv("FIRN_WAREHOUSE");
    Path warehouse =
        chosen != null && !chosen.isEmpty()
            ? Path.of(chosen)
            : Path.of(System.getProperty("firn.root", "."), ".firn", "warehouse");
    return warehouse.toAbsolutePath().normalize();
  }

  boolean runScript(String script) {
    return Statements.of(script).stream().allMatch(this::run);
  }

  private boolean prompt(Path warehouse) throws IOException {
    BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    boolean isTerminal = System.console() != null;
    if (isTerminal) {
      out.println(
          "Catalog lake in " + warehouse + ". Statements end with ';', the shell with exit.");
    }
    Statements statements = new Statements();
    boolean allSucceeded = true;
    while (true) {
      if (isTerminal) {
        out.print(statements.rest().isEmpty() ? PROMPT : CONTINUED);
        out.flush();
      }
      String line = in.readLine();
      if (line == null || (statements.rest().isEmpty() && isExit(line))) {
        // Piped input behaves as a script does, and its last statement needs no semicolon.
        boolean lastSucceeded =
            line != null || statements.rest().isEmpty() || run(statements.rest());
        return isTerminal || (allSucceeded && lastSucceeded);
      }
      statements.add(line + "\n");
      for (String statement : statements.take()) {
        allSucceeded &= run(statement);
        if (!isTerminal && !allSucceeded) {
          return false;
        }
      }
    }
  }

  private static boolean isExit(String line) {
    String word = line.strip().toLowerCase(Locale.ROOT);
    return word.matches("(exit|quit) *;?");
  }

  private boolean run(String statement) {
    long started = System.nanoTime();
    try {
      String table = ResultTable.of(spark.sql(statement)).render();
      out.print(table.isEmpty() ? "OK\n" : table);
      out.printf(Locale.ROOT, "%.1f s%n%n", (System.nanoTime() - started) / 1e9);
      out.flush();
      return true;
    } catch (Exception e) {
      out.flush();
      err.println("Failed: " + statement.lines().findFirst().orElse("") + " ...");
      report(e);
      return false;
    }
  }

  private void report(Exception failure) {
    if (output == ShellOptions.Output.STACK_TRACES) {
      failure.printStackTrace(err);
      return;
    }
    String last = "";
    for (Throwable e = failure; e != null; e = e.getCause()) {
      String message =
          e instanceof AnalysisException analysis ? analysis.getSimpleMessage() : e.getMessage();
      String line = message == null ? e.getClass().getName() : message.strip();
      if (!line.equals(last) && !last.contains(line)) {
        err.println((last.isEmpty() ? "" : "caused by: ") + line);
        last = line;
      }
    }
    err.println("(--verbose shows where it came from)");
  }
}

package io.firn.examples;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.apache.spark.sql.SparkSession;

/**
 * Runs SQL on the catalog {@code lake}: the statements of {@code -e} and {@code -f}, or those typed
 * at a prompt. A script stops at its first failing statement and the exit code is 1; 2 says that
 * the command line was wrong.
 */
public final class SqlShell {
  private static final String PROMPT = "firn> ";
  private static final String CONTINUED = "    > ";

  private final StatementRunner runner;
  private final PrintStream out;

  SqlShell(StatementRunner runner, PrintStream out) {
    this.runner = runner;
    this.out = out;
  }

  public static void main(String[] arguments) throws IOException {
    PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    ShellOptions options;
    try {
      options = ShellOptions.parse(arguments);
    } catch (ShellOptions.BadUsageException e) {
      System.err.println("firn sql: " + e.getMessage());
      System.exit(2);
      return;
    }
    boolean succeeded;
    try (SparkSession spark = LakeSession.start(options)) {
      SqlShell shell =
          new SqlShell(new StatementRunner(spark, options.output(), out, System.err), out);
      succeeded =
          options.scripts().isEmpty()
              ? shell.runTyped(options)
              : options.scripts().stream().allMatch(shell::runScript);
    }
    System.exit(succeeded ? 0 : 1);
  }

  boolean runScript(String script) {
    return Statements.of(script).stream().allMatch(runner::run);
  }

  private boolean runTyped(ShellOptions options) throws IOException {
    BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    if (System.console() == null) {
      return runPiped(in);
    }
    out.println("Catalog lake, warehouse " + options.warehouse());
    out.println("A statement ends with ';'. Type exit to leave.");
    prompt(in);
    return true;
  }

  /** Input that is not typed is a script: it stops at a failure. */
  private boolean runPiped(BufferedReader in) throws IOException {
    Statements statements = new Statements();
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      statements.add(line + "\n");
      if (!statements.take().stream().allMatch(runner::run)) {
        return false;
      }
    }
    return statements.rest().isEmpty() || runner.run(statements.rest());
  }

  private void prompt(BufferedReader in) throws IOException {
    Statements statements = new Statements();
    while (true) {
      out.print(statements.rest().isEmpty() ? PROMPT : CONTINUED);
      out.flush();
      String line = in.readLine();
      if (line == null || (statements.rest().isEmpty() && isExit(line))) {
        return;
      }
      statements.add(line + "\n");
      statements.take().forEach(runner::run);
    }
  }

  private static boolean isExit(String line) {
    return line.strip().toLowerCase(Locale.ROOT).matches("(exit|quit) *;?");
  }
}

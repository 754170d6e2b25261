package io.firn.examples;

import java.io.PrintStream;

/** A demo as it is read: numbered steps, statements as they are typed, and what came of them. */
final class DemoScript {
  private static final int WIDTH = 100;

  private final StatementRunner runner;
  private final PrintStream out;
  private int step;

  DemoScript(StatementRunner runner, PrintStream out) {
    this.runner = runner;
    this.out = out;
  }

  /** A statement of the demo failed; it has been reported. */
  static final class StepFailedException extends Exception {
    private static final long serialVersionUID = 1L;
  }

  void title(String text) {
    step++;
    String line = "== " + step + ". " + text + " ";
    out.println(line + "=".repeat(Math.max(2, WIDTH - line.length())) + "\n");
  }

  void note(String text) {
    out.println(text + "\n");
  }

  /** Prints a statement that somebody else runs. */
  void show(String statement) {
    out.println(statement.indent(2).stripTrailing() + ";\n");
  }

  void sql(String statement) throws StepFailedException {
    show(statement);
    if (!runner.run(statement)) {
      throw new StepFailedException();
    }
  }
}

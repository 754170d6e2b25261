package io.firn.it;

import org.apache.spark.sql.RuntimeConfig;

/**
 * How Spark evaluates expressions. Of small data most of the time goes into compiling; what says
 * nothing about compiled code can do without.
 */
public enum Evaluation implements AutoCloseable {
  COMPILED,
  INTERPRETED;

  private static final String WHOLE_STAGE = "spark.sql.codegen.wholeStage";
  private static final String FACTORIES = "spark.sql.codegen.factoryMode";

  /** From now on, in the session of all suites, until it is closed. */
  public Evaluation use() {
    if (this == INTERPRETED) {
      RuntimeConfig conf = Lakes.session().conf();
      conf.set(WHOLE_STAGE, "false");
      conf.set(FACTORIES, "NO_CODEGEN");
    }
    return this;
  }

  /** Back to what Spark does by default. */
  @Override
  public void close() {
    RuntimeConfig conf = Lakes.session().conf();
    conf.unset(WHOLE_STAGE);
    conf.unset(FACTORIES);
  }
}

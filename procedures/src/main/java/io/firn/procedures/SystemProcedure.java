package io.firn.procedures;

import io.firn.procedures.args.Parameters;
import java.util.Iterator;
import java.util.function.Function;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.connector.catalog.procedures.BoundProcedure;
import org.apache.spark.sql.connector.catalog.procedures.ProcedureParameter;
import org.apache.spark.sql.connector.catalog.procedures.UnboundProcedure;
import org.apache.spark.sql.connector.read.Scan;
import org.apache.spark.sql.types.StructType;

/**
 * A procedure as Spark wants it: what it is called with, and what a call does. One object for the
 * unbound and another for the bound form, since Spark takes one that is both for bound too early.
 */
record SystemProcedure(
    String name,
    String description,
    Parameters arguments,
    Function<InternalRow, Iterator<Scan>> body)
    implements UnboundProcedure {

  /** With how it is called, since {@code DESCRIBE PROCEDURE} shows nothing else. */
  @Override
  public String description() {
    return description + ": " + arguments.signature();
  }

  @Override
  public BoundProcedure bind(StructType inputType) {
    arguments.requireFits(inputType);
    return new Bound(this);
  }

  private record Bound(SystemProcedure procedure) implements BoundProcedure {

    @Override
    public String name() {
      return procedure.name();
    }

    @Override
    public String description() {
      return procedure.description();
    }

    @Override
    public ProcedureParameter[] parameters() {
      return procedure.arguments().toSpark();
    }

    @Override
    public boolean isDeterministic() {
      return false;
    }

    @Override
    public Iterator<Scan> call(InternalRow input) {
      return procedure.body().apply(input);
    }
  }
}

package io.firn.spark.ddl;

import io.firn.error.InvalidInputException;
import io.firn.expr.CaseSensitivity;
import io.firn.operation.Operation;
import io.firn.operation.OperationSequence;
import io.firn.spark.procedure.ProcedureTables;
import io.firn.table.Table;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.connector.catalog.procedures.BoundProcedure;
import org.apache.spark.sql.connector.catalog.procedures.ProcedureParameter;
import org.apache.spark.sql.connector.catalog.procedures.UnboundProcedure;
import org.apache.spark.sql.connector.read.Scan;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/**
 * Carries out a statement that the session's parser has read. It goes through the catalog as a
 * CALL, which Spark runs as it runs its own commands: at once, and one time. It is not listed with
 * the procedures.
 */
public record AlterTableProcedure(ProcedureTables tables) implements UnboundProcedure {

  /** No procedure that a user could call by chance. */
  public static final String NAME = "alter table";

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String description() {
    return "Runs an ALTER TABLE statement that Spark's own grammar lacks";
  }

  @Override
  public BoundProcedure bind(StructType inputType) {
    return new Bound(tables);
  }

  private record Bound(ProcedureTables tables) implements BoundProcedure {

    @Override
    public String name() {
      return NAME;
    }

    @Override
    public ProcedureParameter[] parameters() {
      return new ProcedureParameter[] {
        ProcedureParameter.in("statement", DataTypes.StringType).build()
      };
    }

    @Override
    public boolean isDeterministic() {
      return false;
    }

    @Override
    public Iterator<Scan> call(InternalRow input) {
      AlterTable statement =
          AlterTableParser.parse(input.getUTF8String(0).toString())
              .orElseThrow(() -> new InvalidInputException("Not a statement of Firn"));
      Table table = tables.load(statement.quotedName());
      List<Operation> operations =
          statement.change().operations(table.metadata(), caseSensitivity());
      table.commit(operations.size() == 1 ? operations.get(0) : new OperationSequence(operations));
      tables.refresh(statement.quotedName());
      return Collections.emptyIterator();
    }

    private static CaseSensitivity caseSensitivity() {
      return SparkSession.active().sessionState().conf().caseSensitiveAnalysis()
          ? CaseSensitivity.SENSITIVE
          : CaseSensitivity.INSENSITIVE;
    }
  }
}

package io.firn.procedures.delta;

import io.firn.codec.delta.DeltaLog;
import io.firn.delta.DeltaClosing;
import io.firn.delta.DeltaImport;
import io.firn.delta.ImportSettings;
import io.firn.delta.ImportTarget;
import io.firn.delta.ImportedTable;
import io.firn.error.CommitStateUnknownException;
import io.firn.error.NotFoundException;
import io.firn.procedures.args.Parameters;
import io.firn.procedures.progress.Progress;
import io.firn.procedures.progress.Work;
import io.firn.scan.Workers;
import io.firn.spark.procedure.ProcedureTables;
import io.firn.spark.procedure.TablePlace;
import io.firn.table.Table;
import java.time.ZoneId;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.connector.catalog.procedures.ProcedureParameter;
import org.apache.spark.sql.types.DataTypes;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Makes a table out of a Delta table, and ends the Delta table or not. */
public final class DeltaMove {
  private static final Logger LOG = LoggerFactory.getLogger(DeltaMove.class);

  private final ProcedureTables tables;
  private final Parameters parameters;
  private final InternalRow input;
  private final Map<String, String> ownProperties;

  /**
   * @param ownProperties those that the procedure sets, and which a caller may not contradict
   */
  public DeltaMove(
      ProcedureTables tables,
      Parameters parameters,
      InternalRow input,
      Map<String, String> ownProperties) {
    this.tables = tables;
    this.parameters = parameters;
    this.input = input;
    this.ownProperties = Map.copyOf(ownProperties);
  }

  /** What such a procedure is called with. */
  public static ProcedureParameter[] parameters() {
    return new ProcedureParameter[] {
      Parameters.requiredString("source_table", "name or path of the Delta table"),
      Parameters.requiredString("table", "name of the new table"),
      Parameters.optionalString("location", "where the new table is put"),
      Parameters.optionalMap("properties", "properties of the new table"),
      Parameters.optional(
          "parallelism", DataTypes.IntegerType, "files that are looked at at a time, 1 by default")
    };
  }

  /** Leaves the Delta table as it is. */
  public ImportedTable copy() {
    Prepared prepared = prepare();
    register(prepared.imported(), Optional.empty());
    return prepared.imported();
  }

  /** Ends the Delta table before the new one begins, so that no commit gets lost between them. */
  public ImportedTable move() {
    Prepared prepared = prepare();
    DeltaClosing closing;
    try {
      closing = DeltaClosing.close(prepared.log(), prepared.name(), System.currentTimeMillis());
    } catch (RuntimeException e) {
      prepared.imported().discard();
      throw e;
    }
    register(prepared.imported(), Optional.of(closing));
    LOG.info(
        "The Delta table {} is now {}. It would be a Delta table again without {}",
        prepared.log().root(),
        prepared.name(),
        closing.location());
    return prepared.imported();
  }

  private record Prepared(DeltaLog log, String name, ImportedTable imported) {}

  private Prepared prepare() {
    int parallelism = parameters.optionalInt(input, "parallelism").orElse(1);
    if (parallelism < 1) {
      throw parameters.misfit("parallelism should be larger than 0, value: " + parallelism);
    }
    SparkSession session = SparkSession.active();
    String source =
        DeltaSource.location(session, tables.catalog(), parameters.string(input, "source_table"));
    TablePlace place =
        tables.place(
            parameters.string(input, "table"),
            parameters.optionalString(input, "location"),
            properties());
    DeltaLog log = DeltaLog.open(place.storage(), source);
    Work work = Work.of(parameters.procedure(), place.name(), "versions");
    try (Progress progress = Progress.start(session, work)) {
      ImportedTable imported =
          DeltaImport.run(
              log,
              new ImportTarget(place.name(), place.location(), place.storage(), place.properties()),
              new ImportSettings(
                  ZoneId.of(session.sessionState().conf().sessionLocalTimeZone()),
                  new Workers(parallelism),
                  () -> ThreadLocalRandom.current().nextLong(1, Long.MAX_VALUE),
                  progress));
      return new Prepared(log, place.name(), imported);
    }
  }

  private Map<String, String> properties() {
    Map<String, String> all = new HashMap<>(parameters.optionalMap(input, "properties"));
    ownProperties.forEach(
        (key, value) -> {
          String given = all.put(key, value);
          if (given != null && !given.equals(value)) {
            throw parameters.misfit(
                "the new table has " + key + " = " + value + ", and cannot have " + given);
          }
        });
    return all;
  }

  private void register(ImportedTable imported, Optional<DeltaClosing> closing) {
    String name = parameters.string(input, "table");
    Table table;
    try {
      table = tables.register(name, imported.metadataFile());
    } catch (CommitStateUnknownException e) {
      throw e;
    } catch (RuntimeException e) {
      if (isRegistered(name, imported, e)) {
        table = tables.load(name);
      } else {
        closing.ifPresent(DeltaClosing::reopen);
        imported.discard();
        throw e;
      }
    }
    table.state().metadataLocation().ifPresent(imported::registeredAs);
    tables.refresh(name);
  }

  /** Whether the table is there in spite of the failure. */
  private boolean isRegistered(String name, ImportedTable imported, RuntimeException failure) {
    try {
      return tables.load(name).metadata().tableUuid().equals(imported.tableUuid());
    } catch (NotFoundException e) {
      return false;
    } catch (RuntimeException e) {
      failure.addSuppressed(e);
      throw new CommitStateUnknownException(
          "Cannot tell whether "
              + name
              + " was registered; nothing was deleted. Register "
              + imported.metadataFile()
              + " if it is not there",
          failure);
    }
  }
}

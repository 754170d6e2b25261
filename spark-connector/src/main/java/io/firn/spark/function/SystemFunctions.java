package io.firn.spark.function;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.apache.spark.sql.connector.catalog.functions.UnboundFunction;

/** The functions of a catalog: in namespace {@code system}, and without namespace for Spark. */
public final class SystemFunctions {
  public static final String NAMESPACE = "system";

  private SystemFunctions() {}

  public static List<String> names() {
    return List.of("bucket", "days", "hours", "iceberg_version", "months", "truncate", "years");
  }

  /** The function of that name, in any case. */
  public static Optional<UnboundFunction> find(String name) {
    return switch (name.toLowerCase(Locale.ROOT)) {
      case "bucket" -> Optional.of(new BucketFunction());
      case "truncate" -> Optional.of(new TruncateFunction());
      case "years" -> Optional.of(new TimeFunction(TimeFunction.Unit.YEARS));
      case "months" -> Optional.of(new TimeFunction(TimeFunction.Unit.MONTHS));
      case "days" -> Optional.of(new TimeFunction(TimeFunction.Unit.DAYS));
      case "hours" -> Optional.of(new TimeFunction(TimeFunction.Unit.HOURS));
      case "iceberg_version" -> Optional.of(new VersionFunction());
      default -> Optional.empty();
    };
  }
}

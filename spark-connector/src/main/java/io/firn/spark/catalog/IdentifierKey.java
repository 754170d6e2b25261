package io.firn.spark.catalog;

import io.firn.model.TableMetadata;
import io.firn.model.TableProperties;
import io.firn.spark.conf.SessionSettings;
import io.firn.spark.convert.SparkExpressions;
import io.firn.types.Schema;
import java.util.Map;
import org.apache.spark.sql.connector.catalog.constraints.Constraint;
import org.apache.spark.sql.connector.expressions.NamedReference;

/** A table's identifier fields as a primary key that Spark does not enforce but may rely on. */
final class IdentifierKey {
  private static final String SESSION_KEY = "spark.sql.iceberg.identifier-fields-rely";
  private static final String NAME = "iceberg_pk";

  private IdentifierKey() {}

  /** One key, or none if there are no identifier fields or they are not to be relied on. */
  static Constraint[] of(TableMetadata metadata, Schema schema, SessionSettings session) {
    if (schema.identifierFieldIds().isEmpty() || !mayRely(metadata.properties(), session)) {
      return new Constraint[0];
    }
    NamedReference[] columns =
        schema.identifierFieldIds().stream()
            .map(id -> SparkExpressions.column(schema, id))
            .toArray(NamedReference[]::new);
    return new Constraint[] {
      Constraint.primaryKey(NAME, columns)
          .enforced(false)
          .validationStatus(Constraint.ValidationStatus.UNVALIDATED)
          .rely(true)
          .build()
    };
  }

  private static boolean mayRely(Map<String, String> properties, SessionSettings session) {
    return Boolean.parseBoolean(
        session
            .value(SESSION_KEY)
            .orElse(properties.getOrDefault(TableProperties.IDENTIFIER_FIELDS_RELY, "false"))
            .trim());
  }
}

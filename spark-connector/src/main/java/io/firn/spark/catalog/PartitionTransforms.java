package io.firn.spark.catalog;

import io.firn.error.InvalidInputException;
import io.firn.error.UnsupportedFeatureException;
import io.firn.partition.BucketTransform;
import io.firn.partition.IdentityTransform;
import io.firn.partition.PartitionField;
import io.firn.partition.PartitionSpec;
import io.firn.partition.TimeTransform;
import io.firn.partition.TruncateTransform;
import io.firn.partition.VoidTransform;
import io.firn.types.Field;
import io.firn.types.Schema;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.apache.spark.sql.connector.expressions.Expression;
import org.apache.spark.sql.connector.expressions.Expressions;
import org.apache.spark.sql.connector.expressions.Literal;
import org.apache.spark.sql.connector.expressions.NamedReference;
import org.apache.spark.sql.connector.expressions.Transform;

/** {@code PARTITIONED BY} and partition specs. */
final class PartitionTransforms {
  private PartitionTransforms() {}

  /**
   * The spec of a new table, whose partition fields are named {@code col}, {@code col_bucket},
   * {@code col_trunc}, {@code col_day} and so on.
   */
  static PartitionSpec toSpec(String table, Schema schema, Transform[] transforms) {
    List<PartitionField> fields = new ArrayList<>();
    for (Transform transform : transforms) {
      Field source = source(table, schema, transform);
      io.firn.partition.Transform converted = convert(table, transform);
      String column = schema.fullName(source.id()).orElseThrow();
      if (!converted.canTransform(source.type())) {
        throw new InvalidInputException(
            "Cannot partition "
                + table
                + " by "
                + transform.describe()
                + ": column "
                + column
                + " has type "
                + source.type());
      }
      int fieldId = PartitionSpec.NO_FIELD_ID + 1 + fields.size();
      fields.add(new PartitionField(source.id(), fieldId, column + suffix(converted), converted));
    }
    return new PartitionSpec(0, fields);
  }

  private static Field source(String table, Schema schema, Transform transform) {
    NamedReference[] references = transform.references();
    if (references.length != 1) {
      throw new UnsupportedFeatureException(
          "Cannot partition "
              + table
              + " by "
              + transform.describe()
              + ": a partition field has exactly one source column");
    }
    String name = String.join(".", references[0].fieldNames());
    return schema
        .field(name)
        .or(() -> schema.fieldIgnoringCase(name))
        .orElseThrow(
            () ->
                new InvalidInputException(
                    "Cannot partition " + table + " by " + name + ": there is no such column"));
  }

  private static io.firn.partition.Transform convert(String table, Transform transform) {
    return switch (transform.name().toLowerCase(Locale.ROOT)) {
      case "identity" -> IdentityTransform.IDENTITY;
      case "bucket" -> new BucketTransform(width(table, transform));
      case "truncate" -> new TruncateTransform(width(table, transform));
      case "year", "years" -> TimeTransform.YEAR;
      case "month", "months" -> TimeTransform.MONTH;
      case "day", "days", "date" -> TimeTransform.DAY;
      case "hour", "hours", "date_hour" -> TimeTransform.HOUR;
      case "cluster_by" ->
          throw new UnsupportedFeatureException(
              "Cannot cluster " + table + " (CLUSTER BY): use PARTITIONED BY");
      default ->
          throw new UnsupportedFeatureException(
              "Cannot partition "
                  + table
                  + " by "
                  + transform.describe()
                  + ": transforms are bucket, truncate, years, months, days and hours");
    };
  }

  /** The number, which may stand before or after the column. */
  private static int width(String table, Transform transform) {
    for (Expression argument : transform.arguments()) {
      if (argument instanceof Literal<?> literal && literal.value() instanceof Number number) {
        long width = number.longValue();
        if (width == number.doubleValue() && width == (int) width) {
          return (int) width;
        }
      }
    }
    throw new InvalidInputException(
        "Cannot partition "
            + table
            + " by "
            + transform.describe()
            + ": it needs a whole number, as in "
            + transform.name()
            + "(16, col)");
  }

  private static String suffix(io.firn.partition.Transform transform) {
    if (transform instanceof BucketTransform) {
      return "_bucket";
    }
    if (transform instanceof TruncateTransform) {
      return "_trunc";
    }
    return transform instanceof TimeTransform ? "_" + transform : "";
  }

  /** The spec as Spark shows it; void fields partition nothing and are left out. */
  static Transform[] toSpark(Schema schema, PartitionSpec spec) {
    List<Transform> transforms = new ArrayList<>();
    for (PartitionField field : spec.fields()) {
      Optional<String> column = quotedName(schema, field.sourceId());
      if (column.isPresent() && !(field.transform() instanceof VoidTransform)) {
        transforms.add(toSpark(column.get(), field.transform()));
      }
    }
    return transforms.toArray(Transform[]::new);
  }

  private static Transform toSpark(String column, io.firn.partition.Transform transform) {
    if (transform instanceof IdentityTransform) {
      return Expressions.identity(column);
    }
    if (transform instanceof BucketTransform bucket) {
      return Expressions.bucket(bucket.numBuckets(), column);
    }
    if (transform instanceof TruncateTransform truncate) {
      return Expressions.apply(
          "truncate", Expressions.literal(truncate.width()), Expressions.column(column));
    }
    if (transform instanceof TimeTransform time) {
      return switch (time) {
        case YEAR -> Expressions.years(column);
        case MONTH -> Expressions.months(column);
        case DAY -> Expressions.days(column);
        case HOUR -> Expressions.hours(column);
      };
    }
    return Expressions.apply(transform.toString(), Expressions.column(column));
  }

  /** A column's full name with each part in backticks, so that any name survives. */
  private static Optional<String> quotedName(Schema schema, int fieldId) {
    String name = "";
    Optional<Field> field = schema.field(fieldId);
    while (field.isPresent()) {
      String part = "`" + field.get().name().replace("`", "``") + "`";
      name = name.isEmpty() ? part : part + "." + name;
      field = schema.parentId(field.get().id()).flatMap(schema::field);
    }
    return name.isEmpty() ? Optional.empty() : Optional.of(name);
  }
}

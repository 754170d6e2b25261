package io.firn.spark.convert;

import io.firn.error.InvalidInputException;
import io.firn.model.SortField;
import io.firn.partition.BucketTransform;
import io.firn.partition.IdentityTransform;
import io.firn.partition.TimeTransform;
import io.firn.partition.Transform;
import io.firn.partition.TruncateTransform;
import io.firn.types.Schema;
import java.util.ArrayDeque;
import java.util.Deque;
import org.apache.spark.sql.connector.expressions.Expression;
import org.apache.spark.sql.connector.expressions.Expressions;
import org.apache.spark.sql.connector.expressions.NamedReference;
import org.apache.spark.sql.connector.expressions.NullOrdering;
import org.apache.spark.sql.connector.expressions.SortDirection;
import org.apache.spark.sql.connector.expressions.SortOrder;

/** Partition and sort fields as Spark's expressions; transforms are functions of the catalog. */
public final class SparkExpressions {
  private SparkExpressions() {}

  /** A reference to a column of the schema, whatever characters its names have. */
  public static NamedReference column(Schema schema, int fieldId) {
    Deque<String> parts = new ArrayDeque<>();
    Integer id = fieldId;
    while (id != null) {
      String name = schema.field(id).orElseThrow().name();
      parts.addFirst("`" + name.replace("`", "``") + "`");
      id = schema.parentId(id).orElse(null);
    }
    return Expressions.column(String.join(".", parts));
  }

  /** The transform of a column; identity is the column itself. */
  public static Expression transformed(Schema schema, int fieldId, Transform transform) {
    NamedReference column = column(schema, fieldId);
    if (transform instanceof IdentityTransform) {
      return column;
    }
    if (transform instanceof BucketTransform bucket) {
      return Expressions.apply("bucket", Expressions.literal(bucket.numBuckets()), column);
    }
    if (transform instanceof TruncateTransform truncate) {
      return Expressions.apply("truncate", Expressions.literal(truncate.width()), column);
    }
    if (transform instanceof TimeTransform time) {
      return Expressions.apply(functionName(time), column);
    }
    throw new InvalidInputException("Cannot compute the transform " + transform + " in Spark");
  }

  private static String functionName(TimeTransform time) {
    return switch (time) {
      case YEAR -> "years";
      case MONTH -> "months";
      case DAY -> "days";
      case HOUR -> "hours";
    };
  }

  /** Ascending, nulls first. */
  public static SortOrder ascending(Schema schema, int fieldId, Transform transform) {
    return Expressions.sort(
        transformed(schema, fieldId, transform), SortDirection.ASCENDING, NullOrdering.NULLS_FIRST);
  }

  public static SortOrder sort(Schema schema, SortField field) {
    return Expressions.sort(
        transformed(schema, field.sourceId(), field.transform()),
        field.direction() == SortField.Direction.ASC
            ? SortDirection.ASCENDING
            : SortDirection.DESCENDING,
        field.nullOrder() == SortField.NullOrder.NULLS_FIRST
            ? NullOrdering.NULLS_FIRST
            : NullOrdering.NULLS_LAST);
  }
}

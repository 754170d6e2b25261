/**
 * Predicates: binding to a schema, evaluation on rows and on column stats, projection to
 * partitions.
 */
@NullMarked
package io.firn.expr;

import org.jspecify.annotations.NullMarked;

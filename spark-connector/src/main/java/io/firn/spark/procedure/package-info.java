/** How stored procedures plug into the catalog. */
@NullMarked
package io.firn.spark.procedure;

import org.jspecify.annotations.NullMarked;

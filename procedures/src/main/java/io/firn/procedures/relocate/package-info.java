/** The Spark jobs of copying a table's metadata for another place. */
@NullMarked
package io.firn.procedures.relocate;

import org.jspecify.annotations.NullMarked;

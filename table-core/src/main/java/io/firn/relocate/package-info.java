/** Copies of a table's metadata for the table at another place. */
@NullMarked
package io.firn.relocate;

import org.jspecify.annotations.NullMarked;

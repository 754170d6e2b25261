/** Statistics of a snapshot: sketches of its columns, and counts by partition. */
@NullMarked
package io.firn.statistics;

import org.jspecify.annotations.NullMarked;

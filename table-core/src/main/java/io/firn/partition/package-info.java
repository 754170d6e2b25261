/** Partition transforms, specs and keys (spec: Partitioning). */
@NullMarked
package io.firn.partition;

import org.jspecify.annotations.NullMarked;

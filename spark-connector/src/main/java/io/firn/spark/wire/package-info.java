/**
 * What travels between driver and executors: final classes around primitives, strings and byte
 * arrays.
 */
@NullMarked
package io.firn.spark.wire;

import org.jspecify.annotations.NullMarked;

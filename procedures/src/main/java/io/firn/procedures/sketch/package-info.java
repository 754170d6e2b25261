/** Sketches of the values of columns, made by Spark. */
@NullMarked
package io.firn.procedures.sketch;

import org.jspecify.annotations.NullMarked;

/** How far a long procedure is, on a terminal and in the names of Spark's jobs. */
@NullMarked
package io.firn.procedures.progress;

import org.jspecify.annotations.NullMarked;

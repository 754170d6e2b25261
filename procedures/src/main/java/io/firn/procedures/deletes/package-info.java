/** Rewriting of position delete files on Spark. */
@NullMarked
package io.firn.procedures.deletes;

import org.jspecify.annotations.NullMarked;

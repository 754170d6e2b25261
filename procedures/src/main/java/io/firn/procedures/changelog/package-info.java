/** Changelogs refined with DataFrames: carried over rows, images of updates, net changes. */
@NullMarked
package io.firn.procedures.changelog;

import org.jspecify.annotations.NullMarked;

/** What the procedures that move Delta tables have in common. */
@NullMarked
package io.firn.procedures.delta;

import org.jspecify.annotations.NullMarked;

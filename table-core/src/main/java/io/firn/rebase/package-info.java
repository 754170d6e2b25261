/**
 * How a change must be altered so that it can be committed after what landed since it was prepared.
 */
@NullMarked
package io.firn.rebase;

import org.jspecify.annotations.NullMarked;

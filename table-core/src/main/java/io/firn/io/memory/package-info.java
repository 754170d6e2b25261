/** A storage in the heap of this process, for tests and simulations. */
@NullMarked
package io.firn.io.memory;

import org.jspecify.annotations.NullMarked;

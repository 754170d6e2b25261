/** One exception class per reaction of a caller. */
@NullMarked
package io.firn.error;

import org.jspecify.annotations.NullMarked;

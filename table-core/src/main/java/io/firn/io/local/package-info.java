/** A storage on the local file system, through {@code java.nio}. */
@NullMarked
package io.firn.io.local;

import org.jspecify.annotations.NullMarked;

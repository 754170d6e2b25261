/** The transaction log of Delta Lake tables, and what it says in forms of its own. */
@NullMarked
package io.firn.codec.delta;

import org.jspecify.annotations.NullMarked;

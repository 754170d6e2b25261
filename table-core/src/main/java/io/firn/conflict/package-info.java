/** May a change still be committed after what landed since it was prepared: one rule a class. */
@NullMarked
package io.firn.conflict;

import org.jspecify.annotations.NullMarked;

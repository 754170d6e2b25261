/** The one loop that commits operations. */
@NullMarked
package io.firn.commit;

import org.jspecify.annotations.NullMarked;

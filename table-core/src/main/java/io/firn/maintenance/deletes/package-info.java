/** Which position delete files are rewritten together, and of which data files they delete rows. */
@NullMarked
package io.firn.maintenance.deletes;

import org.jspecify.annotations.NullMarked;

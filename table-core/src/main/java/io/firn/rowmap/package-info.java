/** Row maps: where each row of a rewritten data file went; built, checked, and looked up. */
@NullMarked
package io.firn.rowmap;

import org.jspecify.annotations.NullMarked;

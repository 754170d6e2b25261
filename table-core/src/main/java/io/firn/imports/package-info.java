/** Finding the files of tables of other formats that a table is to take in as they are. */
@NullMarked
package io.firn.imports;

import org.jspecify.annotations.NullMarked;

/** What the commits of a range did to the rows of a table, as files to read. */
@NullMarked
package io.firn.changelog;

import org.jspecify.annotations.NullMarked;

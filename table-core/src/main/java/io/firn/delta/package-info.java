/** Tables of Delta Lake become tables of the Iceberg format, and no data file is copied. */
@NullMarked
package io.firn.delta;

import org.jspecify.annotations.NullMarked;

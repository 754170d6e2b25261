/** The names that users type: the catalog, the session extensions and the data source. */
@NullMarked
package io.firn.spark;

import org.jspecify.annotations.NullMarked;

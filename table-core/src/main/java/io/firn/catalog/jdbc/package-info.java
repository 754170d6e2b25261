/** The catalog in a SQL database: a row per table whose metadata location is swapped by UPDATE. */
@NullMarked
package io.firn.catalog.jdbc;

import org.jspecify.annotations.NullMarked;

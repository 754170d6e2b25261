/** The front door: open a table, plan a scan, commit an operation. */
@NullMarked
package io.firn.table;

import org.jspecify.annotations.NullMarked;

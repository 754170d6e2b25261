/** What landed between two snapshots, and which snapshot was the table's at a time. */
@NullMarked
package io.firn.history;

import org.jspecify.annotations.NullMarked;

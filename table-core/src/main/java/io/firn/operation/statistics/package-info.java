/** Registering files with statistics in the table metadata. */
@NullMarked
package io.firn.operation.statistics;

import org.jspecify.annotations.NullMarked;

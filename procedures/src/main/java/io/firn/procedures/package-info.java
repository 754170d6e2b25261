/** The stored procedures: one class for each CALL. */
@NullMarked
package io.firn.procedures;

import org.jspecify.annotations.NullMarked;

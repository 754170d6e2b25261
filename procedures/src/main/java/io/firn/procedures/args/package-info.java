/** Arguments and results of procedures, typed. */
@NullMarked
package io.firn.procedures.args;

import org.jspecify.annotations.NullMarked;

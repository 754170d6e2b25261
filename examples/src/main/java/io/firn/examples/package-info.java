/** Programs that a user copies: the demo and the SQL shell behind the launcher. */
@NullMarked
package io.firn.examples;

import org.jspecify.annotations.NullMarked;

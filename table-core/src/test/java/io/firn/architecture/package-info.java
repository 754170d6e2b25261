/** What holds the architecture: floors, conventions and budgets, shared by the modules' tests. */
@NullMarked
package io.firn.architecture;

import org.jspecify.annotations.NullMarked;

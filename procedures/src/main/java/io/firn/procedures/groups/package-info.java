/** Work of a procedure on groups of files, some of them at a time. */
@NullMarked
package io.firn.procedures.groups;

import org.jspecify.annotations.NullMarked;

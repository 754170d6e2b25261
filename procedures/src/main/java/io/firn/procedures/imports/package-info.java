/** Taking in the files of Spark tables and directories as they are. */
@NullMarked
package io.firn.procedures.imports;

import org.jspecify.annotations.NullMarked;

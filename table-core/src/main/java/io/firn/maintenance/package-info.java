/** Planning of what keeps tables in shape, without an engine: which files a table refers to. */
@NullMarked
package io.firn.maintenance;

import org.jspecify.annotations.NullMarked;

/** The keys that a MERGE looks its rows up by, gathered from its source while it runs. */
@NullMarked
package io.firn.spark.keys;

import org.jspecify.annotations.NullMarked;

/** A storage on whatever Hadoop's {@code FileSystem} reaches. */
@NullMarked
package io.firn.io.hadoop;

import org.jspecify.annotations.NullMarked;

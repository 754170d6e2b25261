/** Sets of deleted row positions on roaring bitmaps. */
@NullMarked
package io.firn.deletes;

import org.jspecify.annotations.NullMarked;

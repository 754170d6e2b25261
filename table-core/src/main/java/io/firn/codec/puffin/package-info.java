/** Puffin files and the deletion vectors in them (spec: Puffin, Deletion Vectors). */
@NullMarked
package io.firn.codec.puffin;

import org.jspecify.annotations.NullMarked;

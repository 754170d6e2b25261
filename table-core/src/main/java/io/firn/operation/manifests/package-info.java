/** The same files in other manifests: which manifest lists which file, and the copying. */
@NullMarked
package io.firn.operation.manifests;

import org.jspecify.annotations.NullMarked;

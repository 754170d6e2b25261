/** Table metadata and its parts as JSON, one class per structure of the spec. */
@NullMarked
package io.firn.codec.json;

import org.jspecify.annotations.NullMarked;

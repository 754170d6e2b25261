/**
 * User intents as pure functions of a base: appends, overwrites, deletes, rewrites, schema, spec,
 * properties, refs.
 */
@NullMarked
package io.firn.operation;

import org.jspecify.annotations.NullMarked;

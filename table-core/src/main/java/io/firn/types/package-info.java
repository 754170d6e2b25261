/**
 * Types, fields, schemas, promotion, default values, single values and their bytes (spec: Schemas
 * and Data Types).
 */
@NullMarked
package io.firn.types;

import org.jspecify.annotations.NullMarked;

/** Options, session settings and table properties, resolved once into records. */
@NullMarked
package io.firn.spark.conf;

import org.jspecify.annotations.NullMarked;

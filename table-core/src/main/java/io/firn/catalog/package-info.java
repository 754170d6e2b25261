/** The catalog SPI: names, namespaces, and a table's pointer with compare-and-swap. */
@NullMarked
package io.firn.catalog;

import org.jspecify.annotations.NullMarked;

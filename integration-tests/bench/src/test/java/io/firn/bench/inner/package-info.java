/** The inner loops of the table core, each measured alone by JMH: {@code ./firn bench inner}. */
package io.firn.bench.inner;

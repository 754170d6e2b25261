/** Apache Iceberg's library as the judge of Firn's codecs. */
package io.firn.codec.oracle;

/** Files that lie where a table's files lie and that nothing of the table reaches. */
@NullMarked
package io.firn.maintenance.orphans;

import org.jspecify.annotations.NullMarked;

package io.firn.procedures.deletes;

import io.firn.maintenance.deletes.DeleteGroup;
import io.firn.model.DataFile;
import java.util.List;

/** A group after what applies of its deletes was written to new files. */
record RewrittenDeletes(DeleteGroup group, List<DataFile> added) {}

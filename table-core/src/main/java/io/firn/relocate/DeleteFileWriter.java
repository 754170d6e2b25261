package io.firn.relocate;

import java.util.List;

/** Writes copies of delete files, as many at a time as it can. */
@FunctionalInterface
public interface DeleteFileWriter {

  /** The lengths of the copies, in the order of the files. */
  List<Long> write(List<DeleteFileCopy> files);
}

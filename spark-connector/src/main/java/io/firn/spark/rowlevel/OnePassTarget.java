package io.firn.spark.rowlevel;

/** The target of a DELETE or UPDATE that can be told that its rows go straight to the writers. */
public interface OnePassTarget {

  /**
   * To be called before the write is planned: the statement is a filter and a projection over one
   * scan of the target, so that the rows of a file come in their order and in one task.
   */
  void isReadInOnePass();
}

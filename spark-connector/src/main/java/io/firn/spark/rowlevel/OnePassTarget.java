package io.firn.spark.rowlevel;

/** The target of a DELETE or UPDATE that can be told that its rows go straight to the writers. */
public interface OnePassTarget {

  /**
   * To be called before scan and write are planned: the statement is a filter and a projection over
   * one scan of the target, so that rows reach the writers in the tasks and in the order in which
   * they are read.
   */
  void isReadInOnePass();
}

package io.firn.scan;

/** Is told how far some long work is, by many threads. */
public interface Tally {

  /** Tells nobody. */
  Tally NOBODY =
      new Tally() {
        @Override
        public void toDo(long units) {}

        @Override
        public void done(long units) {}
      };

  /** So many units more are to be done; work that is done again is more to do. */
  void toDo(long units);

  /** So many units more are done. */
  void done(long units);
}

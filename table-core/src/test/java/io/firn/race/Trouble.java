package io.firn.race;

/** What may happen at one call of a writer to the storage or the catalog. */
enum Trouble {
  /** The storage fails before it does anything. */
  STORAGE_FAILS,
  /** The writer dies before the call. */
  KILLED,
  /** The writer dies after its swap was carried out. */
  KILLED_AFTER,
  LOAD_FAILS,
  /** Requests that were under way arrive before this swap. */
  DELIVERY,
  STALE,
  REFUSED,
  REQUEST_LOST,
  REQUEST_LOST_NAMELESS,
  REQUEST_DELAYED,
  ANSWER_LOST,
  ANSWER_LOST_NAMELESS,
  THROWS_AFTER,
  DIES_AFTER,
  DISK_FULL;

  /** At which call of which statement. */
  record At(int statement, int call, Trouble trouble) {

    String text() {
      return statement + " " + call + " " + trouble;
    }

    static At parse(String text) {
      String[] words = text.trim().split(" +");
      return new At(
          Integer.parseInt(words[0]), Integer.parseInt(words[1]), Trouble.valueOf(words[2]));
    }
  }

  /** Ends a writer's thread; nothing may catch it and go on. */
  static final class Death extends Error {
    private static final long serialVersionUID = 1L;

    Death() {
      super("the writer was killed", null, false, false);
    }
  }
}

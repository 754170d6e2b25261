package io.firn.io;

/** One operation that a storage was asked for; {@code bytes} is 0 where none move. */
public record FileOperation(Kind kind, String location, long bytes) {

  /** What was asked for. */
  public enum Kind {
    EXISTS,
    LENGTH,
    /** A stream was opened, or the whole file read. */
    OPEN,
    /** Bytes read from one stream, noted when it is closed. */
    READ,
    CREATE,
    /** Bytes written to one stream, noted when it is closed. */
    WRITE,
    CREATE_EXCLUSIVE,
    DELETE,
    LIST,
    LIST_DIRECTORIES,
    DIRECTORY_EXISTS,
    CREATE_DIRECTORY,
    DELETE_DIRECTORY
  }
}

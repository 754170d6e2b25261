package io.firn.error;

/**
 * A file's bytes contradict the format; the file needs to be restored, reading again does not help.
 */
public final class CorruptFileException extends FirnException {
  private static final long serialVersionUID = 1L;

  private final String location;
  private final long offset;

  /** {@code offset} is the byte position of the damage, or -1 when it is not known. */
  public CorruptFileException(String location, long offset, String what) {
    super(message(location, offset, what));
    this.location = location;
    this.offset = offset;
  }

  public CorruptFileException(String location, long offset, String what, Throwable cause) {
    super(message(location, offset, what), cause);
    this.location = location;
    this.offset = offset;
  }

  private CorruptFileException(String message, CorruptFileException same) {
    super(message, same);
    this.location = same.location;
    this.offset = same.offset;
  }

  public String location() {
    return location;
  }

  public long offset() {
    return offset;
  }

  /** The same failure of a file that another one tells of, since that may be the damaged one. */
  public CorruptFileException listedIn(String list) {
    return new CorruptFileException(getMessage() + " (listed in " + list + ")", this);
  }

  @Override
  protected FirnException retold(String message) {
    return new CorruptFileException(message, this);
  }

  private static String message(String location, long offset, String what) {
    String where = offset < 0 ? location : location + " at byte " + offset;
    return "Corrupt file " + where + ": " + what;
  }
}

package io.firn.codec.json;

/** JSON that parses but is not what the spec says, with the JSON pointer of the wrong value. */
final class JsonShapeException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final String pointer;

  JsonShapeException(String pointer, String what) {
    super(what);
    this.pointer = pointer;
  }

  JsonShapeException(String pointer, String what, Throwable cause) {
    super(what, cause);
    this.pointer = pointer;
  }

  String pointer() {
    return pointer;
  }

  /** The message with the place, for callers that know no byte offset. */
  String located() {
    return getMessage() + (pointer.isEmpty() ? "" : " (at " + pointer + ")");
  }
}

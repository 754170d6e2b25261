package io.firn.io;

/** One existing file, opened as often as needed. */
public interface InputFile {
  String location();

  /** Length in bytes; asks the storage once when it is not known. */
  long length();

  boolean exists();

  /** Opens a stream of its own; the caller closes it. */
  SeekableInput open();

  /** The whole content; for small files such as metadata. */
  byte[] readAll();
}

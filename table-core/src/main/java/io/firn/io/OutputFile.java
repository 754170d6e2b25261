package io.firn.io;

import java.io.OutputStream;

/** One file to be written. */
public interface OutputFile {
  String location();

  /**
   * Creates the file, or replaces it, and the directories above it. The file is complete when
   * {@code close} has returned; a stream that failed leaves at most a partial file that nobody
   * refers to.
   */
  OutputStream create();

  /**
   * Creates the file with exactly this content, only if no file of that name exists, atomically:
   * nobody ever sees a part of it, and of several processes that try, exactly one gets {@link
   * CreateResult#CREATED}. A storage that cannot do that throws {@code UnsupportedFeatureException}
   * before it writes anything.
   */
  CreateResult createExclusive(byte[] content);

  /** The same file for reading. */
  InputFile toInputFile();
}

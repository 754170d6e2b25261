package io.firn.io;

/** What became of an exclusive create. */
public enum CreateResult {
  /** This call created the file. */
  CREATED,
  /** The file was there before this call; its content is somebody else's. */
  EXISTS,
  /** The answer was lost: the file may exist with this content, with another's, or not at all. */
  UNKNOWN
}

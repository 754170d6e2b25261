package io.firn.io.local;

import java.io.IOException;
import java.nio.file.Path;

/** The one atomic step of an exclusive create, apart so that a test can lose its answer. */
@FunctionalInterface
interface HardLink {
  /** Gives the file a second name; fails if the name is taken. */
  void create(Path name, Path file) throws IOException;
}

package io.firn.codec.delta;

import io.firn.error.CorruptFileException;
import java.net.URI;
import java.net.URISyntaxException;

/** Paths of files in a log: URIs, relative to the table or absolute, with what URIs escape. */
final class DeltaPath {
  private DeltaPath() {}

  /** The location of a file of the table at {@code root}, which has no slash at its end. */
  static String resolve(String root, String path) {
    URI uri;
    try {
      uri = new URI(path);
    } catch (URISyntaxException e) {
      throw new CorruptFileException(
          root, -1, "the Delta log names a file that is no URI: " + path, e);
    }
    String decoded = uri.getPath();
    if (decoded == null) {
      throw new CorruptFileException(root, -1, "the Delta log names a file without path: " + path);
    }
    if (uri.getScheme() == null) {
      return decoded.startsWith("/") ? authority(root) + decoded : root + "/" + decoded;
    }
    String host = uri.getRawAuthority() == null ? "" : "//" + uri.getRawAuthority();
    return uri.getScheme() + ":" + host + decoded;
  }

  /** {@code s3://bucket} of {@code s3://bucket/table}; nothing of a path without scheme. */
  private static String authority(String root) {
    int scheme = root.indexOf(":/");
    if (scheme < 0) {
      return "";
    }
    boolean hasAuthority = root.startsWith("//", scheme + 1);
    int path = hasAuthority ? root.indexOf('/', scheme + 3) : scheme + 1;
    return path < 0 ? root : root.substring(0, path);
  }
}

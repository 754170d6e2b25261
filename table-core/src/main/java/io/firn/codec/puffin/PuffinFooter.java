package io.firn.codec.puffin;

import java.util.List;
import java.util.Map;

/** What a Puffin file holds. {@code sizeInBytes} is the length of the footer in the file. */
public record PuffinFooter(
    List<PuffinBlob> blobs, Map<String, String> properties, long sizeInBytes) {

  public PuffinFooter {
    blobs = List.copyOf(blobs);
    properties = Map.copyOf(properties);
  }
}

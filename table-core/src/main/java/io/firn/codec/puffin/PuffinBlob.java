package io.firn.codec.puffin;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * One blob as a Puffin footer describes it. {@code offset} and {@code length} are the place of the
 * stored bytes in the file; {@code compressionCodec} is the spec's word, kept also when this
 * version does not know it.
 */
public record PuffinBlob(
    String type,
    List<Integer> fields,
    long snapshotId,
    long sequenceNumber,
    long offset,
    long length,
    Optional<String> compressionCodec,
    Map<String, String> properties) {

  public PuffinBlob {
    fields = List.copyOf(fields);
    properties = Map.copyOf(properties);
  }
}

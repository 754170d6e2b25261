package io.firn.codec.avro;

import io.firn.io.InputFile;
import io.firn.io.OutputFile;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToLongFunction;
import java.util.function.UnaryOperator;
import org.apache.avro.Schema;

/**
 * Copies a manifest list, of any format version, with other paths and lengths of its manifests and
 * another place of its row map. All else stays as it is.
 *
 * @param newPath the new path of a manifest
 * @param newLength by the old path, the length that the manifest has at its new one
 * @param newRowMap where the row map is; empty if there is none any more
 */
public record ManifestListRelocation(
    UnaryOperator<String> newPath, ToLongFunction<String> newLength, Optional<String> newRowMap) {
  private static final int MANIFEST_PATH = 500;
  private static final int MANIFEST_LENGTH = 501;

  /** Writes the copy. */
  public void copy(InputFile list, OutputFile target) {
    AvroCopy.copy(list, target, new Plan());
  }

  private final class Plan implements AvroCopy.Plan {
    @Override
    public Map<String, String> header(Map<String, String> header) {
      Map<String, String> copied = new LinkedHashMap<>(header);
      copied.remove(ManifestListFile.ROW_MAP_KEY);
      newRowMap.ifPresent(location -> copied.put(ManifestListFile.ROW_MAP_KEY, location));
      return copied;
    }

    @Override
    public AvroCopy.Edit edit(AvroShape shape, Schema schema) {
      RecordEdit manifests = new RecordEdit(shape, shape.requireRecord(schema));
      return in -> {
        RecordEdit.Row manifest = manifests.read(in);
        String path = String.valueOf(manifest.value(MANIFEST_PATH));
        manifest.set(MANIFEST_PATH, newPath.apply(path));
        manifest.set(MANIFEST_LENGTH, newLength.applyAsLong(path));
        return manifest.encoded();
      };
    }
  }
}

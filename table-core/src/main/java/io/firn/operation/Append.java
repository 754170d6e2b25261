package io.firn.operation;

import io.firn.error.UnsupportedFeatureException;
import io.firn.model.DataFile;
import io.firn.model.TableChange;
import java.util.List;

/** Adds data files. */
public record Append(SnapshotOptions options, List<DataFile> files, Mode mode)
    implements Operation {

  /** What happens to the manifests that are there already. */
  public enum Mode {
    /** They stay as they are: the quickest commit. */
    FAST,
    /** Small ones are merged as {@code commit.manifest.*} says. */
    MERGE
  }

  public Append {
    files = List.copyOf(files);
  }

  @Override
  public String name() {
    return "append";
  }

  @Override
  public TableChange planOn(Planning planning) {
    throw new UnsupportedFeatureException("Cannot plan " + name());
  }
}

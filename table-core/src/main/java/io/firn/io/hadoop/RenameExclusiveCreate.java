package io.firn.io.hadoop;

import io.firn.error.StorageException;
import io.firn.error.UnsupportedFeatureException;
import io.firn.io.CreateResult;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.Set;
import java.util.UUID;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileAlreadyExistsException;
import org.apache.hadoop.fs.FileContext;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Options.Rename;
import org.apache.hadoop.fs.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes the content under a name of its own and renames it to its real name, which fails if the
 * name is taken. HDFS does that in one step inside the name node; an object store copies and
 * deletes, and two of its writers may both believe they won.
 */
final class RenameExclusiveCreate {
  private static final Logger LOG = LoggerFactory.getLogger(RenameExclusiveCreate.class);
  private static final Set<String> ATOMIC_SCHEMES = Set.of("hdfs", "webhdfs", "swebhdfs");

  private final HadoopPath at;
  private final RenameWithoutOverwrite step;

  RenameExclusiveCreate(HadoopPath at, RenameWithoutOverwrite step) {
    this.at = at;
    this.step = step;
  }

  static RenameExclusiveCreate on(HadoopPath at, Configuration configuration) {
    if (!ATOMIC_SCHEMES.contains(at.scheme())) {
      throw new UnsupportedFeatureException(
          "Cannot commit to "
              + at.location()
              + ": the file system "
              + at.scheme()
              + " ("
              + at.fileSystem().getClass().getName()
              + ") cannot create a file exclusively, so that two writers could overwrite each"
              + " other's commits. Keep such tables in a jdbc catalog (type = jdbc); a hadoop"
              + " catalog needs a local disk or HDFS.");
    }
    return new RenameExclusiveCreate(
        at,
        (source, target) ->
            FileContext.getFileContext(at.fileSystem().getUri(), configuration)
                .rename(source, target, Rename.NONE));
  }

  CreateResult create(byte[] content) {
    Path temporary =
        new Path(
            at.path().getParent(), "." + at.path().getName() + "." + UUID.randomUUID() + ".tmp");
    try {
      if (at.fileSystem().exists(at.path())) {
        return CreateResult.EXISTS;
      }
      write(temporary, content);
    } catch (IOException e) {
      deleteTemporary(temporary);
      throw new StorageException("Cannot create " + at.location() + ": " + e, e);
    }
    try {
      step.rename(temporary, at.path());
      return CreateResult.CREATED;
    } catch (FileAlreadyExistsException e) {
      // The file itself can be in the way when the name node had carried out a repeated request.
      return whatHappened(temporary, content, e);
    } catch (IOException e) {
      return whatHappened(temporary, content, e);
    }
  }

  private void write(Path temporary, byte[] content) throws IOException {
    try (OutputStream out = at.fileSystem().create(temporary, false)) {
      out.write(content);
    }
  }

  /**
   * Once the temporary file could be deleted, a rename that is still under way can only fail; if it
   * is gone already, the rename took it.
   */
  private CreateResult whatHappened(Path temporary, byte[] content, IOException failure) {
    FileSystem fileSystem = at.fileSystem();
    boolean surelyNotRenamed;
    try {
      surelyNotRenamed = fileSystem.delete(temporary, false);
    } catch (IOException e) {
      failure.addSuppressed(e);
      surelyNotRenamed = false;
    }
    try (FSDataInputStream in = fileSystem.open(at.path())) {
      boolean ours = !surelyNotRenamed && Arrays.equals(in.readAllBytes(), content);
      return ours ? CreateResult.CREATED : CreateResult.EXISTS;
    } catch (FileNotFoundException e) {
      if (surelyNotRenamed) {
        throw new StorageException("Cannot create " + at.location() + ": " + failure, failure);
      }
      failure.addSuppressed(e);
    } catch (IOException e) {
      failure.addSuppressed(e);
    }
    LOG.warn("Cannot tell whether {} was created", at.location(), failure);
    return CreateResult.UNKNOWN;
  }

  private void deleteTemporary(Path temporary) {
    try {
      at.fileSystem().delete(temporary, false);
    } catch (IOException e) {
      LOG.warn("Left behind: {}", temporary, e);
    }
  }
}

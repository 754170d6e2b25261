package io.firn.spark;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.util.Progressable;
import org.apache.spark.TaskContext;
import org.apache.spark.sql.SparkSession;

/**
 * The local disk as the file system {@code hooked}, where a test can have something else happen
 * just before a file is created: another writer's commit, or a failure. The jdbc catalog {@code
 * hooked} keeps its tables there.
 */
public final class HookedFileSystem extends RawLocalFileSystem {
  private static final URI NAME = URI.create("hooked:///");
  private static final List<Hook> HOOKS = new ArrayList<>();

  /** Registers the catalog, for both sessions. */
  public static void install() {
    for (SparkSession session : List.of(TestSession.withExtensions(), TestSession.get())) {
      String catalog = "spark.sql.catalog.hooked";
      session.conf().set(catalog, "io.firn.spark.FirnCatalog");
      session.conf().set(catalog + ".type", "jdbc");
      session
          .conf()
          .set(
              catalog + ".uri",
              "jdbc:sqlite:" + TestSession.warehouse().resolveSibling("hooked.db"));
      session.conf().set(catalog + ".warehouse", "hooked:" + directory());
      session.conf().set(catalog + ".hadoop.fs.hooked.impl", HookedFileSystem.class.getName());
    }
  }

  /** Where the tables' files are on the disk. */
  public static java.nio.file.Path directory() {
    return TestSession.warehouse().resolveSibling("hooked");
  }

  /**
   * Runs the action before the next file is created whose path contains the text; the creator
   * waits.
   */
  public static synchronized void beforeCreating(String pathPart, Runnable action) {
    HOOKS.add(new Hook(path -> path.contains(pathPart), action));
  }

  /** The next table metadata file is about to be committed: its writer has checked everything. */
  public static void beforeNextCommit(Runnable action) {
    beforeCreating(".metadata.json", action);
  }

  /** Forgets all hooks; tells how many of them never ran. */
  public static synchronized int clear() {
    int left = HOOKS.size();
    HOOKS.clear();
    return left;
  }

  @Override
  public URI getUri() {
    return NAME;
  }

  @Override
  public String getScheme() {
    return NAME.getScheme();
  }

  @Override
  public FSDataOutputStream create(
      Path path,
      FsPermission permission,
      boolean overwrite,
      int bufferSize,
      short replication,
      long blockSize,
      Progressable progress)
      throws IOException {
    run(path);
    return super.create(path, permission, overwrite, bufferSize, replication, blockSize, progress);
  }

  @Override
  public FSDataOutputStream create(
      Path path,
      boolean overwrite,
      int bufferSize,
      short replication,
      long blockSize,
      Progressable progress)
      throws IOException {
    run(path);
    return super.create(path, overwrite, bufferSize, replication, blockSize, progress);
  }

  private static void run(Path path) throws IOException {
    for (Runnable action : due(path.toString())) {
      try {
        if (TaskContext.get() == null) {
          // In the middle of a commit, whose turn it is: another thread would wait for it.
          action.run();
        } else {
          // A task's thread may not start jobs of its own.
          CompletableFuture.runAsync(action, task -> new Thread(task).start()).join();
        }
      } catch (UncheckedIOException e) {
        throw e.getCause();
      } catch (RuntimeException e) {
        if (e.getCause() instanceof UncheckedIOException failure) {
          throw failure.getCause();
        }
        throw e;
      }
    }
  }

  private static synchronized List<Runnable> due(String path) {
    Iterator<Hook> hooks = HOOKS.iterator();
    while (hooks.hasNext()) {
      Hook hook = hooks.next();
      if (hook.where.test(path)) {
        hooks.remove();
        return List.of(hook.action);
      }
    }
    return List.of();
  }

  private record Hook(Predicate<String> where, Runnable action) {}
}

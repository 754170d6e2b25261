package io.firn.spark.wire;

import io.firn.io.FileEntry;
import io.firn.io.InputFile;
import io.firn.io.OutputFile;
import io.firn.io.Storage;
import io.firn.io.hadoop.HadoopStorage;
import java.util.List;
import java.util.stream.Stream;
import org.apache.spark.SparkContext;
import org.apache.spark.util.SerializableConfiguration;
import org.jspecify.annotations.Nullable;

/**
 * The storage of a catalog, whose configuration is sent to the executors once and not with every
 * statement: it takes a good part of the time of a small one. Thread-safe.
 */
public final class SparkStorage implements Storage {
  private final HadoopStorage files;
  private @Nullable Sent sent;

  private record Sent(SparkContext context, WireConf conf) {}

  /** The storage's configuration must not change any more. */
  public SparkStorage(HadoopStorage files) {
    this.files = files;
  }

  /** The configuration, as the context's executors get it. */
  synchronized WireConf conf(SparkContext context) {
    Sent known = sent;
    if (known == null || known.context() != context) {
      known =
          new Sent(
              context,
              new WireConf(SerializableConfiguration.broadcast(context, files.configuration())));
      sent = known;
    }
    return known.conf();
  }

  @Override
  public InputFile newInputFile(String location) {
    return files.newInputFile(location);
  }

  @Override
  public InputFile newInputFile(String location, long length) {
    return files.newInputFile(location, length);
  }

  @Override
  public OutputFile newOutputFile(String location) {
    return files.newOutputFile(location);
  }

  @Override
  public String qualified(String location) {
    return files.qualified(location);
  }

  @Override
  public void delete(String location) {
    files.delete(location);
  }

  @Override
  public List<String> deleteAll(Iterable<String> locations) {
    return files.deleteAll(locations);
  }

  @Override
  public Stream<FileEntry> list(String directory) {
    return files.list(directory);
  }

  @Override
  public List<String> listDirectories(String directory) {
    return files.listDirectories(directory);
  }

  @Override
  public boolean directoryExists(String directory) {
    return files.directoryExists(directory);
  }

  @Override
  public void createDirectory(String directory) {
    files.createDirectory(directory);
  }

  @Override
  public boolean deleteEmptyDirectory(String directory) {
    return files.deleteEmptyDirectory(directory);
  }

  @Override
  public void deleteTree(String directory) {
    files.deleteTree(directory);
  }

  @Override
  public void close() {
    files.close();
  }
}

package io.firn.io.hadoop;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.MiniDFSCluster;

/** A real name node and data node in this process, started once for all tests that want one. */
public final class HdfsCluster {
  private static final AtomicInteger DIRECTORIES = new AtomicInteger();

  private HdfsCluster() {}

  private static final class Holder {
    static final MiniDFSCluster CLUSTER = start();

    private static MiniDFSCluster start() {
      try {
        Configuration settings = new Configuration();
        settings.set(
            MiniDFSCluster.HDFS_MINIDFS_BASEDIR, Files.createTempDirectory("hdfs").toString());
        settings.setInt("dfs.replication", 1);
        MiniDFSCluster cluster = new MiniDFSCluster.Builder(settings).numDataNodes(1).build();
        Runtime.getRuntime().addShutdownHook(new Thread(() -> cluster.shutdown(true)));
        return cluster;
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  public static Configuration configuration() {
    Configuration configuration = new Configuration();
    configuration.setInt("dfs.replication", 1);
    return configuration;
  }

  public static String newDirectory() {
    return Holder.CLUSTER.getURI() + "/test/" + DIRECTORIES.incrementAndGet();
  }
}

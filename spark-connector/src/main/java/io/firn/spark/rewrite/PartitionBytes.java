package io.firn.spark.rewrite;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.UncheckedIOException;
import org.apache.spark.sql.connector.read.InputPartition;

/**
 * Input partitions by Java's serializer, whatever the one of Spark is: they are made to travel that
 * way.
 */
public final class PartitionBytes {
  private PartitionBytes() {}

  public static byte[] write(InputPartition partition) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(partition);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  public static InputPartition read(byte[] bytes) {
    try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes))) {
      return (InputPartition) in.readObject();
    } catch (IOException | ClassNotFoundException e) {
      throw new IllegalStateException("Driver and executor run different versions of Firn", e);
    }
  }
}

package io.firn.spark.write;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.firn.rowmap.RowMapPart;
import io.firn.spark.wire.RowMapPartBytes;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.SparkConf;
import org.apache.spark.serializer.KryoSerializer;
import org.apache.spark.serializer.SerializerInstance;
import org.junit.jupiter.api.Test;
import scala.reflect.ClassTag;

/** A task's message to the driver, on its way. */
class TaskFilesTest {

  @Test
  void aMessageTravelsWithKryo() {
    RowMapPart part = new RowMapPart();
    int a = part.source("s3://lake/a.parquet");
    int b = part.source("s3://lake/ü b.parquet");
    int x = part.newTarget("s3://lake/x.parquet");
    int y = part.newTarget("s3://lake/y.parquet");
    part.add(a, 0, x, 0, 10);
    part.add(b, 1L << 40, y, 5, 1);
    part.add(a, 11, x, 10, 300);
    part.add(a, 10, y, 6, 1L << 33);
    TaskFiles message = new TaskFiles(new byte[] {1, 2, 3}, RowMapPartBytes.write(part));
    SerializerInstance kryo = new KryoSerializer(new SparkConf()).newInstance();
    ClassTag<TaskFiles> tag = ClassTag.apply(TaskFiles.class);

    TaskFiles copy = kryo.deserialize(kryo.serialize(message, tag), tag);

    assertArrayEquals(message.files(), copy.files());
    RowMapPart read = RowMapPartBytes.read(copy.rowMap());
    assertEquals(part.sources(), read.sources());
    assertEquals(part.targets(), read.targets());
    assertEquals(runs(part), runs(read));
  }

  private static List<List<Long>> runs(RowMapPart part) {
    List<List<Long>> runs = new ArrayList<>();
    part.forEachRun(
        (source, sourceStart, target, targetStart, length) ->
            runs.add(List.of((long) source, sourceStart, (long) target, targetStart, length)));
    return runs;
  }
}

package io.firn.spark.read;

import static org.apache.iceberg.types.Types.NestedField.optional;
import static org.apache.iceberg.types.Types.NestedField.required;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.firn.expr.CaseSensitivity;
import io.firn.spark.conf.DeleteCache;
import io.firn.spark.convert.SparkSchemas;
import io.firn.spark.read.file.ReaderSettings;
import io.firn.spark.read.file.WireScan;
import io.firn.table.Table;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.types.Types;
import org.apache.spark.SparkConf;
import org.apache.spark.serializer.KryoSerializer;
import org.apache.spark.serializer.SerializerInstance;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import scala.reflect.ClassTag;

/** What is sent to executors survives Kryo, which users may choose for broadcasts. */
class WireTest {
  @TempDir Path directory;

  @Test
  void aScanTravelsWithKryo() {
    Schema schema =
        new Schema(
            required(1, "id", Types.LongType.get()), optional(2, "region", Types.StringType.get()));
    OracleTable oracle =
        OracleTable.create(
            directory,
            schema,
            PartitionSpec.builderFor(schema).identity("region").build(),
            2,
            Map.of());
    oracle.append(oracle.row(1L, "a"));
    Table table = ReadCatalog.table(oracle.name());
    WireScan scan =
        new WireScan(
            table.name(),
            table.metadata(),
            table.metadata().schema(),
            SparkSchemas.toSpark(table.metadata().schema()),
            List.of(),
            CaseSensitivity.SENSITIVE,
            new ReaderSettings(
                100, ReaderSettings.Memory.ON_HEAP, new DeleteCache(64L << 20, 128L << 20)));
    SerializerInstance kryo = new KryoSerializer(new SparkConf()).newInstance();
    ClassTag<WireScan> tag = ClassTag.apply(WireScan.class);

    WireScan copy = kryo.deserialize(kryo.serialize(scan, tag), tag);

    assertEquals(kryo.serialize(scan, tag), kryo.serialize(copy, tag));
  }
}

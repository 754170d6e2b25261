package io.firn.codec.avro;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.firn.model.EntryStatus;
import io.firn.model.ManifestEntry;
import io.firn.model.ManifestFile;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.apache.avro.Schema;
import org.apache.avro.file.DataFileReader;
import org.apache.avro.file.DataFileWriter;
import org.apache.avro.file.SeekableByteArrayInput;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.generic.GenericRecord;
import org.junit.jupiter.api.Test;

/** Files of writers that choose other names, orders and unions, or that know more fields. */
final class ForeignWriterTest {
  private final ManifestFixture table = new ManifestFixture();
  private int names;

  @Test
  void fieldsAreFoundByIdAndUnknownOnesSkipped() throws IOException {
    ManifestEntry existing =
        new ManifestEntry(
            EntryStatus.EXISTING,
            OptionalLong.of(7),
            OptionalLong.of(3),
            OptionalLong.of(3),
            ManifestFixture.file("b.parquet", null, 20).withSplitOffsets(List.of(4L, 60L)));
    ManifestFile manifest =
        table.write(
            "mem:/m.avro",
            ManifestFixture.settings(3, AvroCompression.Codec.GZIP),
            List.of(ManifestEntry.added(ManifestFixture.file("a.parquet", "Oslo", 10)), existing));
    table.writeList("mem:/l.avro", 3, 9, List.of(manifest, manifest));
    ManifestListFile list = readList();
    List<ManifestEntry> expected = table.read(list.manifests().get(0));

    table.put("mem:/m.avro", disguised(table.bytes("mem:/m.avro")));
    table.put("mem:/l.avro", disguised(table.bytes("mem:/l.avro")));

    assertEquals(list, readList());
    assertEquals(expected, table.read(list.manifests().get(0)));
  }

  private ManifestListFile readList() {
    return ManifestListReader.read(table.storage.newInputFile("mem:/l.avro"));
  }

  /** The same records with other names and field order, swapped unions and more fields. */
  private byte[] disguised(byte[] file) throws IOException {
    try (DataFileReader<GenericRecord> reader =
        new DataFileReader<>(new SeekableByteArrayInput(file), new GenericDatumReader<>())) {
      Schema schema = disguised(reader.getSchema());
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      try (DataFileWriter<Object> writer = new DataFileWriter<>(new GenericDatumWriter<>(schema))) {
        for (String key : reader.getMetaKeys()) {
          if (!key.startsWith("avro.")) {
            writer.setMeta(key, reader.getMeta(key));
          }
        }
        writer.create(schema, out);
        while (reader.hasNext()) {
          writer.append(disguised(reader.next(), schema));
        }
      }
      return out.toByteArray();
    }
  }

  private Schema disguised(Schema schema) {
    return switch (schema.getType()) {
      case RECORD -> record(schema);
      case ARRAY -> {
        Schema array = Schema.createArray(disguised(schema.getElementType()));
        schema.getObjectProps().forEach(array::addProp);
        yield array;
      }
      case UNION -> {
        List<Schema> branches =
            new ArrayList<>(schema.getTypes().stream().map(this::disguised).toList());
        Collections.reverse(branches);
        yield Schema.createUnion(branches);
      }
      default -> schema;
    };
  }

  private Schema record(Schema schema) {
    boolean ordered = schema.getName().startsWith("k") || schema.getName().equals("r102");
    List<Schema.Field> fields = new ArrayList<>();
    for (Schema.Field field : schema.getFields()) {
      Schema.Field copy = new Schema.Field("other_" + field.name(), disguised(field.schema()));
      field.getObjectProps().forEach(copy::addProp);
      fields.add(ordered ? fields.size() : 0, copy);
    }
    if (!ordered) {
      Schema extra = Schema.createMap(Schema.createArray(Schema.create(Schema.Type.DOUBLE)));
      Schema.Field unknown = new Schema.Field("unknown", extra);
      unknown.addProp("field-id", 99_999);
      fields.add(1, unknown);
    }
    return Schema.createRecord("other_r" + names++, null, null, false, fields);
  }

  private static Object disguised(Object value, Schema schema) {
    if (value instanceof GenericRecord record) {
      Schema target =
          schema.getType() == Schema.Type.UNION
              ? schema.getTypes().stream()
                  .filter(s -> s.getType() == Schema.Type.RECORD)
                  .findFirst()
                  .orElseThrow()
              : schema;
      GenericRecord copy = new GenericData.Record(target);
      for (Schema.Field field : target.getFields()) {
        copy.put(
            field.name(),
            field.name().equals("unknown")
                ? Map.of("k", List.of(1.0, 2.0))
                : disguised(record.get(field.name().substring("other_".length())), field.schema()));
      }
      return copy;
    }
    if (value instanceof List<?> list) {
      Schema array =
          schema.getType() == Schema.Type.UNION
              ? schema.getTypes().stream()
                  .filter(s -> s.getType() == Schema.Type.ARRAY)
                  .findFirst()
                  .orElseThrow()
              : schema;
      return list.stream().map(item -> disguised(item, array.getElementType())).toList();
    }
    return value;
  }
}

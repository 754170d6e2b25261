package io.firn.codec.parquet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.firn.error.CorruptFileException;
import io.firn.error.MissingFileException;
import io.firn.io.memory.MemoryStorage;
import io.firn.model.NameMapping;
import io.firn.types.DecimalType;
import io.firn.types.Field;
import io.firn.types.ListType;
import io.firn.types.MapType;
import io.firn.types.ReservedFields;
import io.firn.types.Schema;
import io.firn.types.SimpleType;
import io.firn.types.StructType;
import io.firn.types.StructValue;
import io.firn.types.VariantType;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

/** Old files read in a newer schema. */
final class ParquetRowsTest {
  private static final String LOCATION = "mem:/f.parquet";
  private final MemoryStorage storage = new MemoryStorage();

  private void write(Schema schema, StructValue... rows) {
    ParquetRowWriter writer =
        ParquetRowWriter.create(
            storage.newOutputFile(LOCATION), schema, RowFileSettings.defaults());
    List.of(rows).forEach(writer::add);
    writer.close();
  }

  private List<StructValue> read(RowRequest request) {
    List<StructValue> rows = new ArrayList<>();
    try (ParquetRows file = ParquetRows.open(storage.newInputFile(LOCATION), request)) {
      file.forEach(row -> rows.add(row.values()));
    }
    return rows;
  }

  private List<StructValue> read(Field... fields) {
    return read(RowRequest.of(Schema.of(fields)));
  }

  private static StructValue row(Object... values) {
    return StructValue.of(values);
  }

  @Test
  void columnsAreFoundByIdWhateverTheirNamesAndOrder() {
    write(
        Schema.of(
            Field.required(1, "a", SimpleType.INT),
            Field.optional(2, "b", SimpleType.STRING),
            Field.optional(3, "c", SimpleType.STRING)),
        row(1, "b1", "c1"),
        row(2, null, "c2"));
    assertEquals(
        List.of(row("c1", "b1"), row("c2", null)),
        read(Field.optional(3, "b", SimpleType.STRING), Field.optional(2, "c", SimpleType.STRING)));
  }

  @Test
  void missingColumnsTakeConstantThenDefaultThenNull() {
    write(Schema.of(Field.required(1, "a", SimpleType.INT)), row(1));
    Field defaulted =
        Field.required(2, "b", SimpleType.STRING).withInitialDefault(Optional.of("old"));
    Schema schema =
        Schema.of(
            Field.required(1, "a", SimpleType.INT),
            defaulted,
            Field.optional(3, "c", SimpleType.LONG),
            Field.optional(4, "d", SimpleType.STRING).withInitialDefault(Optional.of("hidden")),
            Field.optional(5, "e", SimpleType.STRING).withInitialDefault(Optional.of("hidden")));
    RowRequest request =
        new RowRequest(
            schema,
            Optional.empty(),
            Map.of(1, Optional.of(99), 4, Optional.of("constant"), 5, Optional.empty()));
    assertEquals(List.of(row(1, "old", null, "constant", null)), read(request));
  }

  @Test
  void aMissingRequiredColumnWithoutDefaultIsAnError() {
    write(Schema.of(Field.required(1, "a", SimpleType.INT)), row(1));
    CorruptFileException e =
        assertThrows(
            CorruptFileException.class, () -> read(Field.required(7, "g", SimpleType.INT)));
    assertEquals(
        "Corrupt file mem:/f.parquet: the required column g (field id 7) is missing and has no"
            + " default",
        e.getMessage());
  }

  @Test
  void typesThatWerePromotedReadAsTheNewType() {
    write(
        Schema.of(
            Field.required(1, "i", SimpleType.INT),
            Field.required(2, "f", SimpleType.FLOAT),
            Field.required(3, "d", new DecimalType(9, 2)),
            Field.required(4, "w", new DecimalType(18, 2)),
            Field.required(5, "day", SimpleType.DATE),
            Field.required(6, "day2", SimpleType.DATE)),
        row(-5, 1.5f, new BigDecimal("7.25"), new BigDecimal("-123456789012.34"), -1, 1));
    assertEquals(
        List.of(
            row(
                -5L,
                1.5,
                new BigDecimal("7.25"),
                new BigDecimal("-123456789012.34"),
                -86_400_000_000L,
                86_400_000_000_000L)),
        read(
            Field.required(1, "i", SimpleType.LONG),
            Field.required(2, "f", SimpleType.DOUBLE),
            Field.required(3, "d", new DecimalType(18, 2)),
            Field.required(4, "w", new DecimalType(38, 2)),
            Field.required(5, "day", SimpleType.TIMESTAMP),
            Field.required(6, "day2", SimpleType.TIMESTAMP_NS)));
  }

  @Test
  void aTypeThatCannotBeReadAsTheColumnsIsAnError() {
    write(Schema.of(Field.required(1, "a", SimpleType.STRING)), row("x"));
    CorruptFileException e =
        assertThrows(
            CorruptFileException.class, () -> read(Field.required(1, "a", SimpleType.INT)));
    assertTrue(e.getMessage().contains("column a (field id 1) is stored as"), e.getMessage());
    assertTrue(e.getMessage().contains("cannot be read as int"), e.getMessage());
    assertThrows(
        CorruptFileException.class,
        () -> read(Field.required(1, "a", new ListType(2, true, SimpleType.INT))));
  }

  @Test
  void nestedFieldsEvolveToo() {
    StructType old =
        StructType.of(
            Field.optional(2, "x", SimpleType.INT), Field.optional(3, "y", SimpleType.INT));
    write(
        Schema.of(
            Field.optional(1, "p", old),
            Field.optional(4, "l", new ListType(5, false, old("l", 6))),
            Field.optional(8, "m", new MapType(9, SimpleType.STRING, 10, false, old("m", 11)))),
        row(row(1, 2), Arrays.asList(row(3, 4), null), Map.of("k", row(5, 6))),
        row(null, null, null),
        row(row(null, null), List.of(), Map.of()));
    StructType renamed =
        StructType.of(
            Field.optional(20, "new", SimpleType.STRING).withInitialDefault(Optional.of("d")),
            Field.optional(3, "x", SimpleType.LONG));
    assertEquals(
        List.of(
            row(row("d", 2L), Arrays.asList(row(4L), null), Map.of("k", row(5L))),
            row(null, null, null),
            row(row("d", null), List.of(), Map.of())),
        read(
            Field.optional(1, "p", renamed),
            Field.optional(
                4,
                "l",
                new ListType(5, false, StructType.of(Field.optional(7, "only", SimpleType.LONG)))),
            Field.optional(
                8,
                "m",
                new MapType(
                    9,
                    SimpleType.STRING,
                    10,
                    false,
                    StructType.of(Field.optional(11, "only", SimpleType.LONG))))));
  }

  private static StructType old(String prefix, int firstId) {
    return StructType.of(
        Field.optional(firstId, prefix + "1", SimpleType.INT),
        Field.optional(firstId + 1, prefix + "2", SimpleType.INT));
  }

  @Test
  void aStructWithoutAnyStoredFieldIsNullOnlyWhereItWasNull() {
    write(
        Schema.of(
            Field.optional(
                1,
                "p",
                StructType.of(
                    Field.optional(2, "l", new ListType(3, false, SimpleType.INT)),
                    Field.optional(4, "y", SimpleType.INT)))),
        row(row(List.of(1, 2, 3), 2)),
        row((Object) null),
        row(row(null, null)));
    assertEquals(
        List.of(row(row((Object) null)), row((Object) null), row(row((Object) null))),
        read(Field.optional(1, "p", StructType.of(Field.optional(9, "added", SimpleType.STRING)))));
  }

  @Test
  void rowsOfNoColumnsAreStillRows() {
    write(Schema.of(Field.required(1, "a", SimpleType.INT)), row(1), row(2), row(3));
    assertEquals(
        List.of(row((Object) null), row((Object) null), row((Object) null)),
        read(Field.optional(9, "added", SimpleType.STRING)));
  }

  @Test
  void positionsCountOverRowGroups() {
    Schema schema = Schema.of(Field.required(1, "s", SimpleType.STRING));
    ParquetRowWriter writer =
        ParquetRowWriter.create(
            storage.newOutputFile(LOCATION),
            schema,
            new RowFileSettings("uncompressed", OptionalInt.empty(), 1000, Map.of()));
    for (int i = 0; i < 2000; i++) {
      writer.add(row("value " + i));
    }
    writer.close();
    ParquetStats stats = writer.stats(MetricsConfig.of(schema, Map.of(), new int[0]));
    assertTrue(stats.splitOffsets().size() > 3, stats.splitOffsets().toString());
    Schema withPosition =
        Schema.of(
            Field.required(ReservedFields.POS_ID, "_pos", SimpleType.LONG),
            Field.required(1, "s", SimpleType.STRING));
    List<StructValue> rows = read(RowRequest.of(withPosition));
    assertEquals(2000, rows.size());
    for (int i = 0; i < 2000; i++) {
      assertEquals(row((long) i, "value " + i), rows.get(i));
    }
  }

  @Test
  void unknownColumnsAreNotStoredAndVariantsAreTwoByteStrings() {
    ByteBuffer metadata = ByteBuffer.wrap(new byte[] {1, 0, 0});
    ByteBuffer value = ByteBuffer.wrap(new byte[] {12, 5});
    Schema schema =
        Schema.of(
            Field.optional(1, "u", SimpleType.UNKNOWN),
            Field.optional(2, "v", VariantType.VARIANT));
    write(schema, row(null, row(metadata, value)), row(null, null));
    assertEquals(
        List.of(row(null, row(metadata, value)), row(null, null)), read(RowRequest.of(schema)));
  }

  @Test
  void filesWithoutIdsAreReadByNameMapping() {
    ForeignParquet.write(
        storage.newOutputFile(LOCATION),
        """
        message spark_schema {
          required int32 a;
          optional group tags (LIST) { repeated group bag { optional binary array_element (UTF8); } }
          optional group props (MAP) { repeated group map { required binary key (UTF8); optional int32 value; } }
          optional group p { optional int64 x; }
        }
        """,
        group -> {
          group.add("a", 1);
          group.addGroup("tags").addGroup("bag").append("array_element", "t");
          group.addGroup("props").addGroup("map").append("key", "k").append("value", 7);
          group.addGroup("p").append("x", 5L);
        });
    Schema schema =
        Schema.of(
            Field.optional(11, "renamed", SimpleType.LONG),
            Field.optional(12, "tags", new ListType(13, false, SimpleType.STRING)),
            Field.optional(
                14, "props", new MapType(15, SimpleType.STRING, 16, false, SimpleType.INT)),
            Field.optional(17, "p", StructType.of(Field.optional(18, "x", SimpleType.LONG))));
    NameMapping mapping =
        NameMapping.of(
                Schema.of(
                    Field.optional(11, "a", SimpleType.LONG),
                    Field.optional(12, "tags", new ListType(13, false, SimpleType.STRING)),
                    Field.optional(
                        14, "props", new MapType(15, SimpleType.STRING, 16, false, SimpleType.INT)),
                    Field.optional(
                        17, "p", StructType.of(Field.optional(18, "x", SimpleType.LONG)))))
            .evolvedTo(schema);
    assertEquals(
        List.of(row(1L, List.of("t"), Map.of("k", 7), row(5L))),
        read(new RowRequest(schema, Optional.of(mapping), Map.of())));
    // Columns that the mapping does not name are not there.
    assertEquals(
        List.of(row((Object) null)),
        read(
            new RowRequest(
                Schema.of(Field.optional(11, "a", SimpleType.LONG)),
                Optional.of(NameMapping.empty()),
                Map.of())));
    // Without mapping, columns count from 1.
    assertEquals(List.of(row(1)), read(Field.optional(1, "a", SimpleType.INT)));
  }

  @Test
  void oldLayoutsOfListsAndTimesAreRead() {
    ForeignParquet.write(
        storage.newOutputFile(LOCATION),
        """
        message m {
          optional group two (LIST) = 1 { repeated int32 array = 2; }
          optional group tuple (LIST) = 3 { repeated group tuple_tuple = 4 { optional int32 n = 5; } }
          optional int64 millis (TIMESTAMP_MILLIS) = 6;
          optional int96 old = 7;
          optional int32 small (UINT_32) = 8;
          optional int32 time (TIME_MILLIS) = 9;
          optional binary dec (DECIMAL(20, 2)) = 10;
        }
        """,
        group -> {
          group.addGroup("two").append("array", 1).append("array", 2);
          group.addGroup("tuple").addGroup("tuple_tuple").append("n", 3);
          group.add("millis", -1500L);
          group.add("old", ForeignParquet.int96(2_440_588 + 1, 1_500));
          group.add("small", -1);
          group.add("time", 1000);
          group.add("dec", ForeignParquet.binary(new byte[] {(byte) 0xff, 0x38}));
        });
    assertEquals(
        List.of(
            row(
                List.of(1, 2),
                List.of(row(3)),
                -1_500_000L,
                86_400_000_001L,
                4_294_967_295L,
                1_000_000L,
                new BigDecimal("-2.00"))),
        read(
            Field.optional(1, "two", new ListType(2, false, SimpleType.INT)),
            Field.optional(
                3,
                "tuple",
                new ListType(4, false, StructType.of(Field.optional(5, "n", SimpleType.INT)))),
            Field.optional(6, "millis", SimpleType.TIMESTAMP),
            Field.optional(7, "old", SimpleType.TIMESTAMPTZ),
            Field.optional(8, "small", SimpleType.LONG),
            Field.optional(9, "time", SimpleType.TIME),
            Field.optional(10, "dec", new DecimalType(20, 2))));
  }

  @Test
  void wrongValuesAreRefusedByTheWriter() {
    ParquetRowWriter writer =
        ParquetRowWriter.create(
            storage.newOutputFile(LOCATION),
            Schema.of(
                Field.required(1, "a", SimpleType.INT),
                Field.optional(2, "d", new DecimalType(5, 2))),
            RowFileSettings.defaults());
    assertThrows(IllegalArgumentException.class, () -> writer.add(row(null, null)));
    assertThrows(IllegalArgumentException.class, () -> writer.add(row(1, new BigDecimal("1.234"))));
  }

  @Test
  void aMissingFileIsNamed() {
    MissingFileException e =
        assertThrows(
            MissingFileException.class, () -> read(Field.optional(1, "a", SimpleType.INT)));
    assertTrue(e.getMessage().contains(LOCATION), e.getMessage());
  }
}

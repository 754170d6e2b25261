package io.firn.codec.json;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.firn.model.MetadataBuilder;
import io.firn.model.MetadataUpdate;
import io.firn.model.TableChange;
import io.firn.model.TableMetadata;
import io.firn.types.Field;
import io.firn.types.Schema;
import io.firn.types.SimpleType;
import io.firn.types.StructType;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What a newer writer put into the metadata survives commits by this version. */
final class UnknownFieldsTest {
  private static final String JSON =
      """
      {"format-version":3,"table-uuid":"9c12d441-03fe-4693-9a96-a0705ddf69c1","location":"file:/t",
       "last-sequence-number":2,"last-updated-ms":1000,"last-column-id":6,"next-row-id":5,
       "current-schema-id":0,
       "schemas":[{"type":"struct","schema-id":0,"new":{"a":[1,2.5,null]},"fields":[
         {"id":1,"name":"a","required":true,"type":"int","new":"on a"},
         {"id":2,"name":"l","required":false,"new":true,"type":{"type":"list","element-id":3,
           "element-required":true,"new":"on list type","element":{"type":"struct","fields":[
             {"id":4,"name":"x","required":false,"type":"string","new":4}]}}},
         {"id":5,"name":"b","required":false,"type":"int","new":"on b"}]}],
       "default-spec-id":0,"partition-specs":[{"spec-id":0,"new":1,"fields":[
         {"name":"a","transform":"identity","source-id":1,"field-id":1000,"new":2}]}],
       "last-partition-id":1000,
       "default-sort-order-id":1,"sort-orders":[{"order-id":1,"new":1,"fields":[
         {"transform":"identity","source-id":1,"direction":"asc","null-order":"nulls-last","new":2}]}],
       "properties":{},"current-snapshot-id":8,
       "refs":{"main":{"snapshot-id":8,"type":"branch","new":1},
               "a/b~c":{"snapshot-id":7,"type":"tag","new":{"x":"\\u2028\\"y"}}},
       "snapshots":[
         {"snapshot-id":7,"sequence-number":1,"timestamp-ms":900,"manifest-list":"m7",
          "summary":{"operation":"append","anything":"x"},"first-row-id":0,"added-rows":1,"new":7},
         {"snapshot-id":8,"parent-snapshot-id":7,"sequence-number":2,"timestamp-ms":950,
          "manifest-list":"m8","first-row-id":1,"added-rows":4,"new":8}],
       "snapshot-log":[{"timestamp-ms":900,"snapshot-id":7,"new":1},
                       {"timestamp-ms":950,"snapshot-id":8}],
       "metadata-log":[{"timestamp-ms":800,"metadata-file":"m/1.json","new":1}],
       "statistics":[{"snapshot-id":7,"statistics-path":"s/7","file-size-in-bytes":1,
         "file-footer-size-in-bytes":1,"key-metadata":"AA==","new":1,"blob-metadata":[
           {"type":"t","snapshot-id":7,"sequence-number":1,"fields":[1],"new":2}]}],
       "partition-statistics":[{"snapshot-id":7,"statistics-path":"p/7","file-size-in-bytes":1,
         "new":3}],
       "encryption-keys":[{"key-id":"k/1","encrypted-key-metadata":"AA==","new":1}],
       "new-list":[{"deep":[1,{"x":1e3}]}],"new-null":null}
      """;

  private final ObjectMapper mapper = new ObjectMapper();

  private static TableMetadata read() {
    return MetadataJson.parse("f", JSON.getBytes(StandardCharsets.UTF_8));
  }

  private JsonNode write(TableMetadata metadata) throws Exception {
    return mapper.readTree(MetadataJson.write(metadata));
  }

  @Test
  void everyUnknownFieldIsWrittenBackWhereItWas() throws Exception {
    JsonNode before = mapper.readTree(JSON);
    JsonNode after = write(read());
    assertEquals(before, after);
    assertEquals(22, read().unknownFields().size());
  }

  @Test
  void keysAreStable() {
    Map<String, String> unknown = read().unknownFields();
    assertEquals("7", unknown.get("/snapshots/7/new"));
    assertEquals("\"on a\"", unknown.get("/schemas/0/fields/1/new"));
    assertEquals("4", unknown.get("/schemas/0/fields/4/new"));
    assertEquals("\"on list type\"", unknown.get("/schemas/0/fields/2/type/new"));
    assertEquals("{\"x\":\"\u2028\\\"y\"}", unknown.get("/refs/a~1b~0c/new"));
    assertEquals("null", unknown.get("/new-null"));
  }

  @Test
  void fieldsOfRemovedObjectsGoWithThem() throws Exception {
    TableMetadata after =
        apply(
            new MetadataUpdate.RemoveSnapshots(Set.of(7L)),
            new MetadataUpdate.RemoveEncryptionKey("k/1"));
    Set<String> keys = after.unknownFields().keySet();
    for (String gone :
        List.of(
            "/snapshots/7/new",
            "/refs/a~1b~0c/new",
            "/statistics/7/s~17/new",
            "/statistics/7/s~17/blob-metadata/0/new",
            "/partition-statistics/7/p~17/new",
            "/snapshot-log/900-7/new",
            "/encryption-keys/k~11/new")) {
      assertTrue(read().unknownFields().containsKey(gone), gone);
      assertFalse(keys.contains(gone), gone);
    }
    assertTrue(keys.contains("/snapshots/8/new"));
    assertTrue(keys.contains("/refs/main/new"));
    JsonNode json = write(after);
    assertEquals(8, json.at("/snapshots/0/new").intValue());
    assertEquals("[{\"deep\":[1,{\"x\":1000.0}]}]", json.get("new-list").toString());
  }

  @Test
  void fieldsOfColumnsFollowThemIntoTheNextSchema() throws Exception {
    List<Field> fields = new ArrayList<>(read().schema().fields());
    fields.remove(2);
    fields.add(Field.optional(6, "c", SimpleType.LONG));
    TableMetadata after =
        apply(
            new MetadataUpdate.AddSchema(new Schema(0, new StructType(fields), Set.of())),
            new MetadataUpdate.SetCurrentSchema(MetadataUpdate.LAST_ADDED));
    JsonNode schema = write(after).at("/schemas/1");
    assertEquals(1, schema.get("schema-id").intValue());
    assertEquals("on a", schema.at("/fields/0/new").textValue());
    assertEquals("on list type", schema.at("/fields/1/type/new").textValue());
    assertEquals(4, schema.at("/fields/1/type/element/fields/0/new").intValue());
    assertTrue(schema.at("/fields/2/new").isMissingNode());
    assertEquals("on b", write(after).at("/schemas/0/fields/2/new").textValue());
  }

  private static TableMetadata apply(MetadataUpdate... updates) {
    return MetadataBuilder.apply(read(), new TableChange(List.of(), List.of(updates)), 2_000L);
  }
}

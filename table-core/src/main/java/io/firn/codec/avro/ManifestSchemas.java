package io.firn.codec.avro;

import static io.firn.codec.avro.AvroTypes.intMap;
import static io.firn.codec.avro.AvroTypes.list;
import static io.firn.codec.avro.AvroTypes.optional;
import static io.firn.codec.avro.AvroTypes.primitive;
import static io.firn.codec.avro.AvroTypes.record;
import static io.firn.codec.avro.AvroTypes.required;

import io.firn.types.StructType;
import java.util.ArrayList;
import java.util.List;
import org.apache.avro.Schema;
import org.apache.avro.Schema.Type;

/**
 * The Avro schemas that manifests and manifest lists are written with. The order of the fields is
 * the order in which {@link EntryEncoder} and {@link ManifestListWriter} write them.
 */
final class ManifestSchemas {
  private ManifestSchemas() {}

  static Schema entry(int formatVersion, StructType partitionType) {
    return record(
        "manifest_entry",
        List.of(
            required(0, "status", primitive(Type.INT)),
            optional(1, "snapshot_id", primitive(Type.LONG)),
            optional(3, "sequence_number", primitive(Type.LONG)),
            optional(4, "file_sequence_number", primitive(Type.LONG)),
            required(2, "data_file", dataFile(formatVersion, partitionType))));
  }

  private static Schema dataFile(int formatVersion, StructType partitionType) {
    List<Schema.Field> fields = new ArrayList<>();
    fields.add(required(134, "content", primitive(Type.INT)));
    fields.add(required(100, "file_path", primitive(Type.STRING)));
    fields.add(required(101, "file_format", primitive(Type.STRING)));
    fields.add(required(102, "partition", AvroTypes.partition(partitionType)));
    fields.add(required(103, "record_count", primitive(Type.LONG)));
    fields.add(required(104, "file_size_in_bytes", primitive(Type.LONG)));
    fields.add(optional(108, "column_sizes", intMap(117, 118, primitive(Type.LONG))));
    fields.add(optional(109, "value_counts", intMap(119, 120, primitive(Type.LONG))));
    fields.add(optional(110, "null_value_counts", intMap(121, 122, primitive(Type.LONG))));
    fields.add(optional(137, "nan_value_counts", intMap(138, 139, primitive(Type.LONG))));
    fields.add(optional(125, "lower_bounds", intMap(126, 127, primitive(Type.BYTES))));
    fields.add(optional(128, "upper_bounds", intMap(129, 130, primitive(Type.BYTES))));
    fields.add(optional(131, "key_metadata", primitive(Type.BYTES)));
    fields.add(optional(132, "split_offsets", list(133, primitive(Type.LONG))));
    fields.add(optional(135, "equality_ids", list(136, primitive(Type.INT))));
    fields.add(optional(140, "sort_order_id", primitive(Type.INT)));
    if (formatVersion >= 3) {
      fields.add(optional(142, "first_row_id", primitive(Type.LONG)));
    }
    fields.add(optional(143, "referenced_data_file", primitive(Type.STRING)));
    if (formatVersion >= 3) {
      fields.add(optional(144, "content_offset", primitive(Type.LONG)));
      fields.add(optional(145, "content_size_in_bytes", primitive(Type.LONG)));
    }
    return record("r2", fields);
  }

  static Schema manifestFile(int formatVersion) {
    List<Schema.Field> fields = new ArrayList<>();
    fields.add(required(500, "manifest_path", primitive(Type.STRING)));
    fields.add(required(501, "manifest_length", primitive(Type.LONG)));
    fields.add(required(502, "partition_spec_id", primitive(Type.INT)));
    fields.add(required(517, "content", primitive(Type.INT)));
    fields.add(required(515, "sequence_number", primitive(Type.LONG)));
    fields.add(required(516, "min_sequence_number", primitive(Type.LONG)));
    fields.add(required(503, "added_snapshot_id", primitive(Type.LONG)));
    fields.add(required(504, "added_files_count", primitive(Type.INT)));
    fields.add(required(505, "existing_files_count", primitive(Type.INT)));
    fields.add(required(506, "deleted_files_count", primitive(Type.INT)));
    fields.add(required(512, "added_rows_count", primitive(Type.LONG)));
    fields.add(required(513, "existing_rows_count", primitive(Type.LONG)));
    fields.add(required(514, "deleted_rows_count", primitive(Type.LONG)));
    fields.add(optional(507, "partitions", list(508, fieldSummary())));
    fields.add(optional(519, "key_metadata", primitive(Type.BYTES)));
    if (formatVersion >= 3) {
      fields.add(optional(520, "first_row_id", primitive(Type.LONG)));
    }
    return record("manifest_file", fields);
  }

  private static Schema fieldSummary() {
    return record(
        "r508",
        List.of(
            required(509, "contains_null", primitive(Type.BOOLEAN)),
            optional(518, "contains_nan", primitive(Type.BOOLEAN)),
            optional(510, "lower_bound", primitive(Type.BYTES)),
            optional(511, "upper_bound", primitive(Type.BYTES))));
  }
}

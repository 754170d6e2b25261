package io.firn.spark.read.file;

import io.firn.codec.json.NameMappingJson;
import io.firn.codec.json.SchemaJson;
import io.firn.codec.json.SpecJson;
import io.firn.expr.CaseSensitivity;
import io.firn.expr.Predicate;
import io.firn.io.hadoop.HadoopStorage;
import io.firn.model.NameMapping;
import io.firn.model.TableMetadata;
import io.firn.model.TableProperties;
import io.firn.partition.PartitionSpec;
import io.firn.partition.PartitionUnion;
import io.firn.spark.conf.DeleteCache;
import io.firn.spark.convert.ChangeColumns;
import io.firn.spark.convert.MetadataColumns;
import io.firn.spark.convert.SparkPredicates;
import io.firn.spark.convert.SparkSchemas;
import io.firn.types.Field;
import io.firn.types.Schema;
import io.firn.types.SchemaUnion;
import io.firn.types.StructType;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.jspecify.annotations.Nullable;

/**
 * A scan on its way to the executors, where all its tasks share one: what they need to know, as
 * text and bytes, and what they find out, which stays there. Any serializer of Spark can carry it.
 */
public final class WireScan implements Serializable {
  private static final long serialVersionUID = 1L;

  private final String table;
  private final int formatVersion;
  private final String schema;
  private final String allColumns;
  private final int[] specIds;
  private final String[] specFields;
  private final String nameMapping;
  private final String output;
  private final byte[] filters;
  private final boolean caseSensitive;
  private final int batchSize;
  private final boolean offHeap;
  private final long cachedEntryBytes;
  private final long cachedTotalBytes;
  private final boolean deletedRowsLeftOut;
  private transient volatile @Nullable ExecutorScan shared;

  /**
   * @param schema what the filters refer to
   * @param output the scan's result, metadata columns among them
   * @param filters conjuncts that may be used to skip rows, never more
   */
  public WireScan(
      String table,
      TableMetadata metadata,
      Schema schema,
      org.apache.spark.sql.types.StructType output,
      List<org.apache.spark.sql.connector.expressions.filter.Predicate> filters,
      CaseSensitivity caseSensitivity,
      ReaderSettings settings) {
    this.table = table;
    this.formatVersion = metadata.formatVersion();
    this.schema = SchemaJson.write(schema);
    this.allColumns = SchemaJson.write(SchemaUnion.of(metadata.schemas()));
    List<PartitionSpec> specs = metadata.partitionSpecs();
    this.specIds = specs.stream().mapToInt(PartitionSpec::specId).toArray();
    this.specFields = specs.stream().map(SpecJson::writeFields).toArray(String[]::new);
    this.nameMapping = metadata.properties().getOrDefault(TableProperties.NAME_MAPPING, "");
    this.output = output.json();
    this.filters = bytes(filters);
    this.caseSensitive = caseSensitivity == CaseSensitivity.SENSITIVE;
    this.batchSize = settings.batchSize();
    this.offHeap = settings.memory() == ReaderSettings.Memory.OFF_HEAP;
    this.cachedEntryBytes = settings.deleteCache().maxEntryBytes();
    this.cachedTotalBytes = settings.deleteCache().maxTotalBytes();
    this.deletedRowsLeftOut = settings.deletedRows() == ReaderSettings.DeletedRows.ALWAYS_LEFT_OUT;
  }

  /** The executor's side; made by the first task. */
  ExecutorScan onExecutor(Configuration conf) {
    ExecutorScan known = shared;
    if (known == null) {
      synchronized (this) {
        known = shared;
        if (known == null) {
          ScanFacts facts = facts();
          known =
              new ExecutorScan(
                  facts,
                  new DeleteLoader(
                      new HadoopStorage(conf), facts.allColumns(), facts.settings().deleteCache()),
                  new SplitBytes(facts.allColumns(), facts.specs()));
          shared = known;
        }
      }
    }
    return known;
  }

  private ScanFacts facts() {
    Schema columns = SchemaJson.parse(schema);
    Schema union = SchemaJson.parse(allColumns);
    List<PartitionSpec> specs = new ArrayList<>();
    for (int i = 0; i < specIds.length; i++) {
      specs.add(SpecJson.parseFields(specIds[i], specFields[i]));
    }
    PartitionUnion partitions = PartitionUnion.of(union, specs);
    List<Field> metadataFields = new ArrayList<>(MetadataColumns.fields(formatVersion, partitions));
    metadataFields.addAll(ChangeColumns.ALL);
    StructType everything = MetadataColumns.withMetadata(columns.struct(), metadataFields);
    var wanted =
        (org.apache.spark.sql.types.StructType)
            org.apache.spark.sql.types.DataType.fromJson(output);
    return new ScanFacts(
        table,
        columns,
        union,
        specs,
        partitions,
        SparkSchemas.project(everything, wanted),
        nameMapping.isEmpty()
            ? Optional.empty()
            : Optional.of(namesById(NameMappingJson.parse(nameMapping))),
        filter(),
        caseSensitive ? CaseSensitivity.SENSITIVE : CaseSensitivity.INSENSITIVE,
        settings());
  }

  private ReaderSettings settings() {
    return new ReaderSettings(
        batchSize,
        offHeap ? ReaderSettings.Memory.OFF_HEAP : ReaderSettings.Memory.ON_HEAP,
        deletedRowsLeftOut
            ? ReaderSettings.DeletedRows.ALWAYS_LEFT_OUT
            : ReaderSettings.DeletedRows.FLAGGED_WHEN_ASKED,
        new DeleteCache(cachedEntryBytes, cachedTotalBytes));
  }

  private static Map<Integer, List<String>> namesById(NameMapping mapping) {
    Map<Integer, List<String>> names = new HashMap<>();
    collectNames(mapping, names);
    return names;
  }

  private static void collectNames(NameMapping mapping, Map<Integer, List<String>> names) {
    for (NameMapping.MappedField field : mapping.fields()) {
      if (field.id().isPresent()) {
        names.put(field.id().getAsInt(), List.copyOf(field.names()));
      }
      collectNames(field.nested(), names);
    }
  }

  /** Predicates are converted here again: Spark's are made to travel, Firn's are not. */
  private Predicate filter() {
    Predicate all = Predicate.ALWAYS_TRUE;
    for (var predicate : predicates(filters)) {
      all = Predicate.and(all, SparkPredicates.convert(predicate).orElse(Predicate.ALWAYS_TRUE));
    }
    return all;
  }

  private static byte[] bytes(
      List<org.apache.spark.sql.connector.expressions.filter.Predicate> predicates) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(
          predicates.toArray(new org.apache.spark.sql.connector.expressions.filter.Predicate[0]));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  private static org.apache.spark.sql.connector.expressions.filter.Predicate[] predicates(
      byte[] bytes) {
    try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes))) {
      return (org.apache.spark.sql.connector.expressions.filter.Predicate[]) in.readObject();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException("Driver and executor run different versions of Spark", e);
    }
  }
}

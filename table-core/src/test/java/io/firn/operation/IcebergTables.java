package io.firn.operation;

import io.firn.codec.json.MetadataJson;
import io.firn.codec.json.SchemaJson;
import io.firn.io.memory.MemoryStorage;
import io.firn.model.MetadataBuilder;
import io.firn.model.Requirements;
import io.firn.model.TableChange;
import io.firn.model.TableMetadata;
import io.firn.types.Field;
import io.firn.types.Schema;
import io.firn.types.Type;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.apache.iceberg.HasTableOperations;
import org.apache.iceberg.SchemaParser;
import org.apache.iceberg.Table;
import org.apache.iceberg.TableMetadataParser;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.inmemory.InMemoryCatalog;
import org.apache.iceberg.types.Types;

/** Iceberg tables in memory, and structural operations planned on their metadata. */
final class IcebergTables {
  static final long NOW = System.currentTimeMillis();

  private IcebergTables() {}

  static InMemoryCatalog catalog() {
    InMemoryCatalog catalog = new InMemoryCatalog();
    catalog.initialize("test", Map.of());
    catalog.createNamespace(Namespace.of("db"));
    return catalog;
  }

  static TableMetadata metadata(Table table) {
    org.apache.iceberg.TableMetadata current = ((HasTableOperations) table).operations().refresh();
    return MetadataJson.parse(
        table.name(), TableMetadataParser.toJson(current).getBytes(StandardCharsets.UTF_8));
  }

  static org.apache.iceberg.Schema schema(Schema schema) {
    return SchemaParser.fromJson(SchemaJson.write(schema));
  }

  /** The field in Iceberg's types, with its defaults. */
  static Types.NestedField field(Field field) {
    return schema(new Schema(0, List.of(field))).columns().get(0);
  }

  static org.apache.iceberg.types.Type type(Type type) {
    return field(Field.optional(100_000, "x", type)).type();
  }

  static Planning planning(Optional<TableMetadata> base) {
    MetadataFiles files = new MetadataFiles(new MemoryStorage(), new UUID(1, 2), () -> 4711L);
    return new Planning("db.t", base, files, NOW, 1, 0);
  }

  /** The base with the operation done; its requirements hold on the base, of course. */
  static TableMetadata after(TableMetadata base, Operation operation) {
    TableChange change = operation.planOn(planning(Optional.of(base)));
    Requirements.firstUnmet(Optional.of(base), change.requirements())
        .ifPresent(
            reason -> {
              throw new AssertionError(reason);
            });
    return MetadataBuilder.apply(base, change, NOW);
  }

  static TableMetadata created(CreateTable operation) {
    return MetadataBuilder.create(operation.planOn(planning(Optional.empty())), NOW);
  }
}

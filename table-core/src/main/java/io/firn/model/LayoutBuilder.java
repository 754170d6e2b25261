package io.firn.model;

import io.firn.error.InvalidInputException;
import io.firn.partition.PartitionField;
import io.firn.partition.PartitionSpec;
import io.firn.types.Schema;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;

/**
 * Schemas, partition specs and sort orders while a change is applied. Every method returns whether
 * something changed.
 */
final class LayoutBuilder {
  private final List<Schema> schemas;
  private int currentSchemaId;
  private OptionalInt lastAddedSchemaId = OptionalInt.empty();
  private int lastColumnId;
  private final List<PartitionSpec> specs;
  private int defaultSpecId;
  private OptionalInt lastAddedSpecId = OptionalInt.empty();
  private int lastPartitionId;
  private final List<SortOrder> sortOrders;
  private int defaultSortOrderId;
  private OptionalInt lastAddedOrderId = OptionalInt.empty();

  private LayoutBuilder(
      List<Schema> schemas,
      int currentSchemaId,
      int lastColumnId,
      List<PartitionSpec> specs,
      int defaultSpecId,
      int lastPartitionId,
      List<SortOrder> sortOrders,
      int defaultSortOrderId) {
    this.schemas = new ArrayList<>(schemas);
    this.currentSchemaId = currentSchemaId;
    this.lastColumnId = lastColumnId;
    this.specs = new ArrayList<>(specs);
    this.defaultSpecId = defaultSpecId;
    this.lastPartitionId = lastPartitionId;
    this.sortOrders = new ArrayList<>(sortOrders);
    this.defaultSortOrderId = defaultSortOrderId;
  }

  static LayoutBuilder from(TableMetadata base) {
    return new LayoutBuilder(
        base.schemas(),
        base.currentSchemaId(),
        base.lastColumnId(),
        base.partitionSpecs(),
        base.defaultSpecId(),
        base.lastPartitionId(),
        base.sortOrders(),
        base.defaultSortOrderId());
  }

  /** Of a new table: nothing is current yet. */
  static LayoutBuilder empty() {
    return new LayoutBuilder(
        List.of(), -1, 0, List.of(), -1, PartitionSpec.NO_FIELD_ID, List.of(), -1);
  }

  boolean addSchema(Schema schema) {
    int newLastColumnId = Math.max(lastColumnId, schema.highestFieldId());
    for (Schema existing : schemas) {
      if (existing.sameFields(schema)) {
        lastAddedSchemaId = OptionalInt.of(existing.schemaId());
        return false;
      }
    }
    int id = schemas.stream().mapToInt(s -> s.schemaId() + 1).max().orElse(0);
    schemas.add(schema.withSchemaId(id));
    lastColumnId = newLastColumnId;
    lastAddedSchemaId = OptionalInt.of(id);
    return true;
  }

  boolean setCurrentSchema(int schemaId) {
    int id = resolve(schemaId, lastAddedSchemaId, "schema");
    if (schemas.stream().noneMatch(s -> s.schemaId() == id)) {
      throw new InvalidInputException("Cannot set the current schema to unknown schema id " + id);
    }
    boolean changed = id != currentSchemaId;
    currentSchemaId = id;
    return changed;
  }

  boolean addSpec(PartitionSpec spec) {
    for (PartitionSpec existing : specs) {
      if (existing.isCompatibleWith(spec)) {
        lastAddedSpecId = OptionalInt.of(existing.specId());
        return false;
      }
    }
    int id = specs.stream().mapToInt(s -> s.specId() + 1).max().orElse(0);
    PartitionSpec added = new PartitionSpec(id, withFieldIds(spec.fields()));
    specs.add(added);
    lastPartitionId = Math.max(lastPartitionId, added.highestFieldId());
    lastAddedSpecId = OptionalInt.of(id);
    return true;
  }

  /** Fields that come without an id get that of an equal older field, or the next one. */
  private List<PartitionField> withFieldIds(List<PartitionField> fields) {
    List<PartitionField> result = new ArrayList<>(fields.size());
    int last = lastPartitionId;
    for (PartitionField field : fields) {
      int id = field.fieldId();
      if (id <= PartitionSpec.NO_FIELD_ID) {
        OptionalInt older = equalFieldId(field);
        id = older.isPresent() ? older.getAsInt() : last + 1;
      }
      last = Math.max(last, id);
      result.add(new PartitionField(field.sourceIds(), id, field.name(), field.transform()));
    }
    return result;
  }

  private OptionalInt equalFieldId(PartitionField field) {
    return specs.stream()
        .flatMap(s -> s.fields().stream())
        .filter(
            f -> f.sourceIds().equals(field.sourceIds()) && f.transform().equals(field.transform()))
        .mapToInt(PartitionField::fieldId)
        .findFirst();
  }

  boolean setDefaultSpec(int specId) {
    int id = resolve(specId, lastAddedSpecId, "partition spec");
    if (specs.stream().noneMatch(s -> s.specId() == id)) {
      throw new InvalidInputException("Cannot set the default spec to unknown spec id " + id);
    }
    boolean changed = id != defaultSpecId;
    defaultSpecId = id;
    return changed;
  }

  boolean addSortOrder(SortOrder order) {
    for (SortOrder existing : sortOrders) {
      if (existing.fields().equals(order.fields())) {
        lastAddedOrderId = OptionalInt.of(existing.orderId());
        return false;
      }
    }
    int next = Math.max(1, sortOrders.stream().mapToInt(o -> o.orderId() + 1).max().orElse(1));
    int id = order.isSorted() ? next : 0;
    sortOrders.add(new SortOrder(id, order.fields()));
    lastAddedOrderId = OptionalInt.of(id);
    return true;
  }

  boolean setDefaultSortOrder(int orderId) {
    int id = resolve(orderId, lastAddedOrderId, "sort order");
    if (sortOrders.stream().noneMatch(o -> o.orderId() == id)) {
      throw new InvalidInputException("Cannot set the default sort order to unknown id " + id);
    }
    boolean changed = id != defaultSortOrderId;
    defaultSortOrderId = id;
    return changed;
  }

  boolean removeSpecs(Set<Integer> specIds) {
    if (specIds.contains(defaultSpecId)) {
      throw new InvalidInputException("Cannot remove the default partition spec " + defaultSpecId);
    }
    return specs.removeIf(s -> specIds.contains(s.specId()));
  }

  boolean removeSchemas(Set<Integer> schemaIds) {
    if (schemaIds.contains(currentSchemaId)) {
      throw new InvalidInputException("Cannot remove the current schema " + currentSchemaId);
    }
    return schemas.removeIf(s -> schemaIds.contains(s.schemaId()));
  }

  /** Gives a new table the spec and order that its change did not name. */
  void addMissing() {
    if (specs.isEmpty()) {
      addSpec(PartitionSpec.unpartitioned());
    }
    if (defaultSpecId < 0) {
      setDefaultSpec(specs.get(specs.size() - 1).specId());
    }
    if (sortOrders.isEmpty()) {
      addSortOrder(SortOrder.unsorted());
    }
    if (defaultSortOrderId < 0) {
      setDefaultSortOrder(sortOrders.get(sortOrders.size() - 1).orderId());
    }
  }

  /** Checks what is current; older schemas, specs and orders may have lost their columns. */
  void check(int formatVersion) {
    Schema schema =
        schemas.stream()
            .filter(s -> s.schemaId() == currentSchemaId)
            .findFirst()
            .orElseThrow(() -> new InvalidInputException("A table needs a current schema"));
    LayoutChecks.requireVersion(schema, formatVersion);
    specs.stream()
        .filter(s -> s.specId() == defaultSpecId)
        .forEach(s -> LayoutChecks.requireFits(s, schema));
    sortOrders.stream()
        .filter(o -> o.orderId() == defaultSortOrderId)
        .forEach(o -> LayoutChecks.requireFits(o, schema));
  }

  private static int resolve(int id, OptionalInt lastAdded, String what) {
    if (id != MetadataUpdate.LAST_ADDED) {
      return id;
    }
    return lastAdded.orElseThrow(
        () ->
            new InvalidInputException(
                "Cannot set the last added " + what + ": this change adds none"));
  }

  List<Schema> schemas() {
    return List.copyOf(schemas);
  }

  int currentSchemaId() {
    return currentSchemaId;
  }

  int lastColumnId() {
    return lastColumnId;
  }

  List<PartitionSpec> specs() {
    return List.copyOf(specs);
  }

  int defaultSpecId() {
    return defaultSpecId;
  }

  int lastPartitionId() {
    return lastPartitionId;
  }

  List<SortOrder> sortOrders() {
    return List.copyOf(sortOrders);
  }

  int defaultSortOrderId() {
    return defaultSortOrderId;
  }
}

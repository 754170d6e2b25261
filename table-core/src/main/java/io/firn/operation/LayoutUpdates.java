package io.firn.operation;

import io.firn.model.MetadataUpdate;
import io.firn.model.SortOrder;
import io.firn.model.TableMetadata;
import io.firn.partition.PartitionSpec;
import io.firn.types.Schema;
import java.util.List;
import java.util.Optional;

/**
 * Updates that make a schema, spec or sort order current: an equal one that the table has already
 * is used again by its id, because a catalog server would not count it as added.
 */
final class LayoutUpdates {
  private LayoutUpdates() {}

  static List<MetadataUpdate> schema(TableMetadata base, Schema schema) {
    Optional<Schema> same = base.schemas().stream().filter(s -> s.sameFields(schema)).findFirst();
    return same.<List<MetadataUpdate>>map(
            s -> List.of(new MetadataUpdate.SetCurrentSchema(s.schemaId())))
        .orElseGet(
            () ->
                List.of(
                    new MetadataUpdate.AddSchema(schema),
                    new MetadataUpdate.SetCurrentSchema(MetadataUpdate.LAST_ADDED)));
  }

  static List<MetadataUpdate> spec(TableMetadata base, PartitionSpec spec) {
    Optional<PartitionSpec> same =
        base.partitionSpecs().stream().filter(s -> s.isCompatibleWith(spec)).findFirst();
    return same.<List<MetadataUpdate>>map(
            s -> List.of(new MetadataUpdate.SetDefaultSpec(s.specId())))
        .orElseGet(
            () ->
                List.of(
                    new MetadataUpdate.AddSpec(spec),
                    new MetadataUpdate.SetDefaultSpec(MetadataUpdate.LAST_ADDED)));
  }

  static List<MetadataUpdate> sortOrder(TableMetadata base, SortOrder order) {
    Optional<SortOrder> same =
        base.sortOrders().stream().filter(o -> o.fields().equals(order.fields())).findFirst();
    return same.<List<MetadataUpdate>>map(
            o -> List.of(new MetadataUpdate.SetDefaultSortOrder(o.orderId())))
        .orElseGet(
            () ->
                List.of(
                    new MetadataUpdate.AddSortOrder(order),
                    new MetadataUpdate.SetDefaultSortOrder(MetadataUpdate.LAST_ADDED)));
  }
}

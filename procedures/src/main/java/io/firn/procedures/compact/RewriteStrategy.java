package io.firn.procedures.compact;

import io.firn.error.InvalidInputException;
import io.firn.maintenance.Rearrangement;
import io.firn.maintenance.ShuffleOptions;
import io.firn.model.SortField;
import io.firn.model.SortOrder;
import io.firn.model.TableMetadata;
import java.util.List;

/** What a compaction makes of the order of rows. */
public sealed interface RewriteStrategy {

  /** Which options it takes. */
  Rearrangement rearrangement();

  /** Rows keep their order. */
  record BinPack() implements RewriteStrategy {
    @Override
    public Rearrangement rearrangement() {
      return Rearrangement.BIN_PACK;
    }
  }

  /** Rows are sorted; the fields fit their columns. */
  record Sort(List<SortField> fields, ShuffleOptions options) implements RewriteStrategy {
    public Sort {
      fields = List.copyOf(fields);
    }

    @Override
    public Rearrangement rearrangement() {
      return Rearrangement.SORT;
    }

    /** The table's sort order that is this one; unsorted if it has none such. */
    SortOrder orderOf(TableMetadata table) {
      return table.sortOrders().stream()
          .filter(order -> order.fields().equals(fields))
          .findFirst()
          .orElse(SortOrder.unsorted());
    }
  }

  /** Rows are sorted by the interleaved bits of these columns, which can be taken for it. */
  record ZOrder(List<Integer> fieldIds, ShuffleOptions options) implements RewriteStrategy {
    public ZOrder {
      fieldIds = List.copyOf(fieldIds);
      if (fieldIds.isEmpty()) {
        throw new InvalidInputException("Cannot ZOrder when no columns are specified");
      }
    }

    @Override
    public Rearrangement rearrangement() {
      return Rearrangement.Z_ORDER;
    }
  }
}

package io.firn.operation;

import io.firn.expr.CaseSensitivity;
import io.firn.model.MetadataUpdate;
import io.firn.model.Requirements;
import io.firn.model.TableChange;
import io.firn.model.TableMetadata;
import io.firn.partition.PartitionSpec;
import java.util.List;

/** Changes how new data is partitioned (spec: Partition Evolution); old files stay as they are. */
public record UpdateSpec(List<SpecEdit> edits, CaseSensitivity caseSensitivity)
    implements Operation {

  public UpdateSpec {
    edits = List.copyOf(edits);
  }

  @Override
  public String name() {
    return "change partition spec";
  }

  @Override
  public TableChange planOn(Planning planning) {
    TableMetadata base = planning.table();
    SpecEditor editor = new SpecEditor(base, caseSensitivity);
    edits.forEach(editor::apply);
    PartitionSpec spec = editor.build();
    if (spec.isCompatibleWith(base.spec())) {
      return new TableChange(List.of(), List.of());
    }
    List<MetadataUpdate> updates = LayoutUpdates.spec(base, spec);
    return new TableChange(Requirements.forUpdates(base, updates), updates);
  }
}

package io.firn.spark.metadata;

import io.firn.codec.json.SchemaJson;
import io.firn.codec.json.SpecJson;
import io.firn.partition.PartitionSpec;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;

/** Facts of a table on their way to the executors, as text. */
final class WireTable implements Serializable {
  private static final long serialVersionUID = 1L;

  private final int formatVersion;
  private final String schema;
  private final String allColumns;
  private final int[] specIds;
  private final String[] specFields;

  WireTable(TableFacts facts) {
    this.formatVersion = facts.formatVersion();
    this.schema = SchemaJson.write(facts.schema());
    this.allColumns = SchemaJson.write(facts.allColumns());
    this.specIds = facts.specs().stream().mapToInt(PartitionSpec::specId).toArray();
    this.specFields = facts.specs().stream().map(SpecJson::writeFields).toArray(String[]::new);
  }

  TableFacts facts() {
    List<PartitionSpec> specs = new ArrayList<>();
    for (int i = 0; i < specIds.length; i++) {
      specs.add(SpecJson.parseFields(specIds[i], specFields[i]));
    }
    return new TableFacts(
        formatVersion, SchemaJson.parse(schema), SchemaJson.parse(allColumns), specs);
  }
}

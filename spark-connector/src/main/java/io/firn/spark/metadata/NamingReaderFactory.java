package io.firn.spark.metadata;

import io.firn.error.FirnException;
import java.io.IOException;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.connector.read.InputPartition;
import org.apache.spark.sql.connector.read.PartitionReader;
import org.apache.spark.sql.connector.read.PartitionReaderFactory;

/** Readers whose failures name the table. */
final class NamingReaderFactory implements PartitionReaderFactory {
  private static final long serialVersionUID = 1L;

  private final String table;
  private final PartitionReaderFactory factory;

  NamingReaderFactory(String table, PartitionReaderFactory factory) {
    this.table = table;
    this.factory = factory;
  }

  @Override
  public PartitionReader<InternalRow> createReader(InputPartition partition) {
    try {
      return new NamingReader(table, factory.createReader(partition));
    } catch (FirnException e) {
      throw e.during("Cannot read", table);
    }
  }

  private record NamingReader(String table, PartitionReader<InternalRow> reader)
      implements PartitionReader<InternalRow> {

    @Override
    public boolean next() throws IOException {
      try {
        return reader.next();
      } catch (FirnException e) {
        throw e.during("Cannot read", table);
      }
    }

    @Override
    public InternalRow get() {
      return reader.get();
    }

    @Override
    public void close() throws IOException {
      reader.close();
    }
  }
}
